/** Settings of an account: documents that are read and replaced as a whole. Additions of Scriptorium. */
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

/** A list of items with distinct ids. */
const itemsOf = <Item extends z.ZodType<{ readonly id: string }>>(item: Item, max: number) =>
  z
    .array(item)
    .max(max)
    .superRefine((items, context) => {
      const ids = new Set<string>()
      for (const [at, one] of items.entries()) {
        if (ids.has(one.id))
          context.addIssue({ code: 'custom', path: [at, 'id'], message: 'is already the id of another item' })
        ids.add(one.id)
      }
    })

const preset = z
  .object({ id, name, options: preRecordedOptions })
  .meta({ id: 'Preset', description: 'A named set of options for jobs.' })
export type Preset = z.infer<typeof preset>

const presets = z
  .object({
    items: itemsOf(preset, MAX.presets).describe('The presets, in display order.'),
    default: id.nullable().describe('The id of the preset that is selected by default; null for none.'),
  })
  .refine(({ items, default: chosen }) => chosen === null || items.some((one) => one.id === chosen), {
    path: ['default'],
    error: 'must be the id of one of the items, or null',
  })
  .meta({
    id: 'Presets',
    description: 'Named sets of options to choose from when creating jobs.',
    examples: [
      {
        items: [{ id: 'podcast', name: 'Podcast', options: { diarization: true, chapterization: true } }],
        default: 'podcast',
      },
    ],
  })
export type Presets = z.infer<typeof presets>

/** Presets that work on every installation, with or without a language model. */
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
  .describe(`The words, at most ${MAX.accountVocabulary} including their pronunciations.`)

const accountVocabulary = z.object({ words: accountWords }).meta({
  id: 'AccountVocabulary',
  description: 'Words and names to recognise in all new jobs and live sessions of the account.',
  examples: [{ words: ['Scriptorium', { value: 'Nguyen', pronunciations: ['win'] }] }],
})
export type AccountVocabulary = z.infer<typeof accountVocabulary>

/** A query string that `GET /v2/jobs` accepts, stored unchanged. */
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
      'A query string for `GET /v2/jobs`, without the question mark: `status=error&tag=urgent`.',
    ),
  })
  .meta({ id: 'View', description: 'A named list of jobs.' })
export type View = z.infer<typeof view>

const views = z.object({ items: itemsOf(view, MAX.views).describe('The views, in display order.') }).meta({
  id: 'Views',
  description: 'Named lists of jobs.',
  examples: [{ items: [{ id: 'failed', name: 'Failed', query: 'status=error' }] }],
})
export type Views = z.infer<typeof views>

const webhook = z
  .object({
    id,
    url: webUrl.describe('Where to send the events, by `POST`. Everyone with the scope `read` can see it.'),
    events: distinct(z.enum(WEBHOOK_EVENTS)).min(1).describe('The events to send.'),
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

/** The documents by name, each with its content until an account sets its own. */
export const SETTINGS = {
  presets: { schema: presets, initial: BUILT_IN_PRESETS },
  vocabulary: { schema: accountVocabulary, initial: { words: [] } },
  views: { schema: views, initial: { items: [] } },
  webhooks: { schema: webhooks, initial: { items: [] } },
} as const
export type SettingName = keyof typeof SETTINGS

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]
