/** What an account has set for those who work in it: documents that are read and replaced as a whole. Additions of Scriptorium. */
import { z } from 'zod'
import { webUrl } from './common.ts'
import { distinct } from './distinct.ts'
import { spokenWords, vocabulary } from './features/custom-vocabulary.ts'
import { label } from './label.ts'
import { MAX } from './limits.ts'
import { parseListQuery } from './list-query.ts'
import { preRecordedOptions } from './pre-recorded-request.ts'
import { PRESET_NAMES } from './preset-names.ts'
import { WEBHOOK_EVENTS } from './webhook-events.ts'

const id = z
  .string()
  .max(64)
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'must consist of lower-case letters, digits and hyphens, such as a UUID')
  .describe('Its id, which the client chooses.')
const name = label(MAX.title).describe('Its name.')

/** Items of which no two have the same id. */
const itemsOf = <Item extends z.ZodType<{ readonly id: string }>>(item: Item, max: number) =>
  z
    .array(item)
    .max(max)
    .superRefine((items, context) => {
      const ids = new Set<string>()
      for (const [at, one] of items.entries()) {
        if (ids.has(one.id))
          context.addIssue({ code: 'custom', path: [at, 'id'], message: 'is that of another item' })
        ids.add(one.id)
      }
    })

const preset = z
  .object({ id, name, options: preRecordedOptions })
  .meta({ id: 'Preset', description: 'A named set of options for jobs.' })
export type Preset = z.infer<typeof preset>

const presets = z
  .object({
    items: itemsOf(preset, MAX.presets).describe('The presets, in the order in which they are offered.'),
    default: id.nullable().describe('The id of the one that is offered first; null for none.'),
  })
  .refine(({ items, default: chosen }) => chosen === null || items.some((one) => one.id === chosen), {
    path: ['default'],
    error: 'must be the id of one of the items, or null',
  })
  .meta({
    id: 'Presets',
    description: 'Named sets of options, from which people choose when they create jobs.',
    examples: [
      {
        items: [{ id: 'podcast', name: 'Podcast', options: { diarization: true, chapterization: true } }],
        default: 'podcast',
      },
    ],
  })
export type Presets = z.infer<typeof presets>

/** What every installation can do, with a language model or without. */
const BUILT_IN_PRESETS: Presets = {
  items: [
    {
      id: 'meeting',
      name: PRESET_NAMES.meeting,
      options: {
        diarization: true,
        punctuation_enhanced: true,
        sentences: true,
        summarization: true,
        chapterization: true,
      },
    },
    { id: 'interview', name: PRESET_NAMES.interview, options: { diarization: true, sentences: true } },
    {
      id: 'subtitles',
      name: PRESET_NAMES.subtitles,
      options: {
        subtitles: true,
        subtitles_config: { formats: ['srt', 'vtt'], style: 'default' },
        sentences: true,
      },
    },
    { id: 'text', name: PRESET_NAMES.text, options: {} },
  ],
  default: 'meeting',
}

const accountWords = vocabulary
  .refine((entries) => spokenWords(entries) <= MAX.accountVocabulary, {
    error: `must have at most ${MAX.accountVocabulary} words, pronunciations included`,
  })
  .describe(`The words, at most ${MAX.accountVocabulary} with their pronunciations.`)

const accountVocabulary = z.object({ words: accountWords }).meta({
  id: 'AccountVocabulary',
  description: 'Words and names that every new job and live session of the account recognises.',
  examples: [{ words: ['Scriptorium', { value: 'Nguyen', pronunciations: ['win'] }] }],
})
export type AccountVocabulary = z.infer<typeof accountVocabulary>

/** A query string that `GET /v2/jobs` accepts, kept as it is. */
const listQuery = z
  .string()
  .max(2000)
  .superRefine((query, context) => {
    const parsed = parseListQuery(new URLSearchParams(query), { kinds: true })
    if (parsed.ok) return
    for (const message of parsed.faults) context.addIssue({ code: 'custom', message })
  })

const view = z
  .object({
    id,
    name,
    query: listQuery.describe(
      'A query string of `GET /v2/jobs`, without its question mark: `status=error&tag=urgent`.',
    ),
  })
  .meta({ id: 'View', description: 'A list of jobs with a name.' })
export type View = z.infer<typeof view>

const views = z
  .object({ items: itemsOf(view, MAX.views).describe('The views, in the order in which they are offered.') })
  .meta({
    id: 'Views',
    description: 'Lists of jobs that were given a name.',
    examples: [{ items: [{ id: 'failed', name: 'Failed', query: 'status=error' }] }],
  })
export type Views = z.infer<typeof views>

const webhook = z
  .object({
    id,
    url: webUrl.describe('Where the events are sent, by `POST`. Whoever may read sees it.'),
    events: distinct(z.enum(WEBHOOK_EVENTS)).min(1).describe('Which events.'),
  })
  .meta({ id: 'Webhook', description: 'A URL to which events of an account are sent.' })
export type Webhook = z.infer<typeof webhook>

const webhooks = z.object({ items: itemsOf(webhook, MAX.webhooks).describe('The webhooks.') }).meta({
  id: 'Webhooks',
  description: 'URLs to which events of an account are sent.',
  examples: [
    {
      items: [
        {
          id: 'archive',
          url: 'https://example.com/webhooks',
          events: ['transcription.success', 'job.corrected', 'job.deleted'],
        },
      ],
    },
  ],
})
export type Webhooks = z.infer<typeof webhooks>

/** The documents by their names, and what they are until an account has set its own. */
export const SETTINGS = {
  presets: { schema: presets, initial: BUILT_IN_PRESETS },
  vocabulary: { schema: accountVocabulary, initial: { words: [] } },
  views: { schema: views, initial: { items: [] } },
  webhooks: { schema: webhooks, initial: { items: [] } },
} as const
export type SettingName = keyof typeof SETTINGS

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]
