/** The tools offered to language models. Each makes one or a few requests to the API, with the key of the client. */
import { z } from 'zod'
import { type Scriptorium, ScriptoriumError } from '../../clients/typescript/src/index.ts'
import { type JobField, jobId, jobKind, jobStatus, seconds, timestamp, webUrl } from '../contract/common.ts'
import type { Job } from '../contract/job.ts'
import { languageCode } from '../contract/languages.ts'
import { type Match, type MatchPage, matchPage, matchQuery } from '../contract/matches.ts'
import type { JobPreview } from '../contract/preview.ts'
import { type JobProgress, jobProgress } from '../contract/progress.ts'
import type { Scope } from '../contract/scopes.ts'
import { type UtterancePage, utterancePage } from '../contract/utterances.ts'

/** The part of the API client that the tools use. */
export type Api = Pick<Scriptorium, 'request' | 'create'>

/** A tool, and the scope that a key needs to use it. */
export interface Tool<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scope: Scope
  readonly input: Input
  readonly output: Output
  run(api: Api, input: z.output<Input>, signal: AbortSignal): Promise<z.output<Output> & object>
}

/** Declares a tool whose types are inferred from its schemas. */
const tool = <Input extends z.ZodType, Output extends z.ZodType>(given: Tool<Input, Output>): Tool => given

/** UTF-16 units of the texts on a page of a transcript; the first text is on it, however long it is. */
const PAGE_TEXT = 16_000
/** As many utterances as a request may ask for. */
const PAGE_UTTERANCES = 200
/** Places shown for each transcript found. */
const PLACES = 3
const MAX_FOUND = 20

const filters = {
  status: z
    .array(jobStatus)
    .optional()
    .describe('Only recordings whose transcription has one of these statuses.'),
  kind: z.array(jobKind).optional().describe('Only uploaded files (pre-recorded) or only live sessions.'),
  language: languageCode.optional().describe('Only recordings in which this language was recognised.'),
  tags: z.array(z.string()).optional().describe('Only recordings with all of these tags.'),
  created_after: z.string().optional().describe('Only recordings added after this ISO 8601 time or date.'),
  created_before: z.string().optional().describe('Only recordings added before this ISO 8601 time or date.'),
}
const cursor = z
  .string()
  .optional()
  .describe('next_cursor of the previous page; keep the other arguments the same.')
const nextCursor = z.string().nullable().describe('cursor for the next page; null on the last page.')

const recording = z.strictObject({
  id: jobId,
  kind: jobKind,
  status: jobStatus,
  created_at: timestamp,
  title: z.string().nullable(),
  filename: z.string().nullable(),
  tags: z.array(z.string()),
  duration: seconds.nullable().describe('In seconds; null until known.'),
  languages: z.array(languageCode),
  beginning: z.string().describe('The first words.'),
})

const place = matchPage.shape.items.unwrap()
const found = recording.extend({
  place_count: z.int().describe('Number of utterances that contain words of the query.'),
  places: z.array(place).describe('The first of these; find_in_transcript returns all.'),
})

const FIELDS = [
  'id',
  'kind',
  'status',
  'created_at',
  'file',
  'details',
  'preview',
] as const satisfies JobField[]

export const TOOLS: readonly Tool[] = [
  tool({
    name: 'search_transcripts',
    title: 'Search transcripts',
    description:
      'Finds recordings whose transcript contains all words of a query, newest first, with the first places where they were said. ' +
      'Matches whole words, ignoring case and punctuation, but not synonyms: try other words if nothing is found.',
    scope: 'read',
    input: z.strictObject({
      query: z.string().describe('The words.'),
      ...filters,
      limit: z.int().min(1).max(MAX_FOUND).default(10).describe('Recordings on a page.'),
      cursor,
    }),
    output: z.strictObject({ recordings: z.array(found), next_cursor: nextCursor }),
    async run(api, { query, limit, ...input }, signal) {
      const page = await list(api, { ...input, q: query, limit }, signal)
      const recordings = await Promise.all(
        page.items.map(async (job) => {
          const { total, items } = await matches(api, job.id, { q: query, limit: PLACES }, signal).catch(
            noneIfGone,
          )
          return { ...shown(job), place_count: total, places: items }
        }),
      )
      return { recordings, next_cursor: cursorOf(page) }
    },
  }),
  tool({
    name: 'list_transcripts',
    title: 'List transcripts',
    description: 'Lists recordings with the state of their transcription, newest first.',
    scope: 'read',
    input: z.strictObject({
      ...filters,
      limit: z.int().min(1).max(100).default(20).describe('Recordings on a page.'),
      cursor,
    }),
    output: z.strictObject({ recordings: z.array(recording), next_cursor: nextCursor }),
    async run(api, input, signal) {
      const page = await list(api, input, signal)
      return { recordings: page.items.map(shown), next_cursor: cursorOf(page) }
    },
  }),
  tool({
    name: 'read_transcript',
    title: 'Read a transcript',
    description:
      'Returns what was said in a recording, utterance by utterance, with times in seconds: between two times, or from an utterance ' +
      'on. Long transcripts are returned in pages.',
    scope: 'read',
    input: z.strictObject({
      id: jobId,
      from: seconds
        .optional()
        .describe(
          'Where to start reading, in seconds from the start of the audio; the beginning by default.',
        ),
      to: seconds
        .optional()
        .describe('Where to stop reading, in seconds from the start of the audio; the end by default.'),
      first_utterance: z
        .int()
        .min(0)
        .optional()
        .describe('Index of the utterance to begin with: next_utterance of the previous page.'),
    }),
    output: z.strictObject({
      title: utterancePage.shape.title,
      duration: utterancePage.shape.duration,
      speaker_names: utterancePage.shape.speaker_names,
      total_utterances: utterancePage.shape.total,
      utterances: utterancePage.shape.items,
      next_utterance: z
        .int()
        .nullable()
        .describe('first_utterance for the next page, with the same from and to; null on the last page.'),
    }),
    async run(api, { id, from, to, first_utterance: offset }, signal) {
      const query = { from, to, offset, limit: PAGE_UTTERANCES }
      const page = await api.request<UtterancePage>('GET', `v2/jobs/${id}/utterances`, { query, signal })
      let length = 0
      const rest = page.items.findIndex(({ text }, i) => (length += text.length) > PAGE_TEXT && i > 0)
      const { title, duration, speaker_names, total, next, items } = page
      return {
        ...{ title, duration, speaker_names, total_utterances: total },
        utterances: rest === -1 ? items : items.slice(0, rest),
        next_utterance: items[rest]?.utterance ?? next,
      }
    },
  }),
  tool({
    name: 'find_in_transcript',
    title: 'Find words in a transcript',
    description:
      'Returns the utterances of a recording that contain words of a query, with their times and indices. Returns none unless the ' +
      'transcript contains all of the words.',
    scope: 'read',
    input: z.strictObject({
      id: jobId,
      query: z.string().describe('The words.'),
      offset: matchQuery.shape.offset,
      limit: matchQuery.shape.limit,
    }),
    output: z.strictObject({
      place_count: matchPage.shape.total,
      places: matchPage.shape.items,
      next_offset: z.int().nullable().describe('offset for the next page; null on the last page.'),
    }),
    async run(api, { id, query, offset, limit }, signal) {
      const { total, items } = await matches(api, id, { q: query, offset, limit }, signal)
      const end = offset + items.length
      return { place_count: total, places: items, next_offset: items.length > 0 && end < total ? end : null }
    },
  }),
  tool({
    name: 'get_progress',
    title: 'Get the progress of a transcription',
    description: 'Returns whether the transcription of a recording is waiting, in progress, done or failed.',
    scope: 'read',
    input: z.strictObject({ id: jobId }),
    output: jobProgress.extend({
      error: z.string().nullable().describe('Why it failed; null unless it failed.'),
    }),
    async run(api, { id }, signal) {
      const progress = await api.request<JobProgress>('GET', `v2/jobs/${id}/progress`, { signal })
      if (progress.status !== 'error') return { ...progress, error: null }
      const job = await api.request<{ error_message: string | null }>('GET', `v2/jobs/${id}`, { signal })
      return { ...progress, error: job.error_message }
    },
  }),
  tool({
    name: 'transcribe_url',
    title: 'Transcribe a URL',
    description:
      'Starts transcribing the audio or video file at a public URL, and returns the id of the recording. Poll get_progress until ' +
      'it is done; an hour of speech takes minutes.',
    scope: 'write',
    input: z.strictObject({
      url: webUrl.describe('The http:// or https:// URL of the file itself, not of a page with a player.'),
      language: languageCode.optional().describe('The language spoken; detected by default.'),
      diarization: z.boolean().default(false).describe('Whether to identify speakers.'),
    }),
    output: z.strictObject({ id: jobId }),
    async run(api, { url, language, diarization }, signal) {
      const languages = language === undefined ? {} : { language_config: { languages: [language] } }
      const { id } = await api.create({ audio_url: url, diarization, ...languages }, { signal })
      return { id }
    },
  }),
]

type ListedJob = Pick<Job, Exclude<(typeof FIELDS)[number], 'preview'>> & {
  readonly preview: JobPreview | null
}
interface Page {
  readonly next: string | null
  readonly items: readonly ListedJob[]
}

interface ListInput extends Partial<z.output<z.ZodObject<typeof filters>>> {
  readonly q?: string
  readonly limit: number
  readonly cursor?: string | undefined
}

async function list(
  api: Api,
  { tags, created_after: after_date, created_before: before_date, ...input }: ListInput,
  signal: AbortSignal,
): Promise<Page> {
  const query = { ...input, tag: tags, after_date, before_date, fields: FIELDS.join(',') }
  return api.request<Page>('GET', 'v2/jobs', { query, signal })
}

const cursorOf = ({ next }: Page): string | null =>
  next === null ? null : new URL(next).searchParams.get('cursor')

function shown({ file, details, preview, ...job }: ListedJob): z.output<typeof recording> {
  return {
    ...job,
    title: details.title,
    filename: file?.filename ?? null,
    tags: details.tags,
    duration: file?.audio_duration ?? null,
    languages: preview?.languages ?? [],
    beginning: preview?.text ?? '',
  }
}

async function matches(
  api: Api,
  id: string,
  query: { readonly q: string; readonly offset?: number; readonly limit: number },
  signal: AbortSignal,
): Promise<MatchPage> {
  return api.request<MatchPage>('GET', `v2/jobs/${id}/matches`, { query, signal })
}

/** Returns no matches if a listed job was deleted before its transcript was read. */
function noneIfGone(error: unknown): { total: number; items: Match[] } {
  if (error instanceof ScriptoriumError && error.code === 'not_found') return { total: 0, items: [] }
  throw error
}
