import { z } from 'zod'
import { endTime, startTime } from '../common.ts'
import { feature, liveMessage } from './feature.ts'
import { moduleResult } from './module-result.ts'

/** The groups of entities, named as in `pii_redaction`, which has no `NUMBER`. */
export const entityType = z.enum([
  'NAME',
  'LOCATION',
  'ORGANIZATION',
  'PRODUCT',
  'DATE',
  'TIME',
  'MONEY',
  'EMAIL_ADDRESS',
  'PHONE_NUMBER',
  'URL',
  'NUMBER',
])
export type EntityType = z.infer<typeof entityType>

const namedEntity = z
  .strictObject({
    entity_type: z
      .string()
      .describe(
        'The type of the entity, such as `LOCATION`. A person is `NAME_GIVEN` or `NAME_FAMILY` if only that part of the name ' +
          'is spoken, and `NAME` if it is a full name or the part is unknown.',
      ),
    entity_group: z
      .string()
      .describe('The group of the type: `NAME` for all people, otherwise the same as `entity_type`.'),
    text: z.string().describe('The entity as spoken.'),
    start: startTime,
    end: endTime,
  })
  .meta({ id: 'NamedEntity', description: 'An entity found in a transcript.' })
export type NamedEntity = z.infer<typeof namedEntity>

const results = z.array(namedEntity).describe('The entities, in order.')
const entity = z.string().describe('The same list as `results`, as JSON text; `[]` if the feature failed.')
const module = moduleResult(
  'NamedEntityRecognition',
  'The people, places and other entities in the transcript.',
  { entity, results },
  { entity, results: z.null().describe('Always null.') },
)

export const namedEntityRecognition = feature({
  name: 'named_entity_recognition',
  description: 'Detect people, places and other entities.',
  phase: 'analysis',
  result: module,
  failed: { entity: '[]' },
  live: {
    phase: 'realtime',
    description: 'Detect the entities in each utterance.',
    message: liveMessage(module, {
      description: 'The entities in an utterance.',
      data: { results },
      failure: {},
      messages: ({ results: entities }) => [{ data: { results: entities } }],
    }),
  },
})
