/** Links that show a transcript to people without an account. An addition of Scriptorium. */
import { z } from 'zod'
import { futureTime, timestamp } from './common.ts'
import type { Utterance, Word } from './transcript.ts'
import { who } from './who.ts'

const range = {
  from: z
    .number()
    .min(0)
    .nullable()
    .describe('Start of the shared part, in seconds; null for the beginning.'),
  to: z.number().min(0).nullable().describe('End of the shared part, in seconds; null for the end.'),
}

const options = {
  audio: z.boolean().describe('Whether the page plays the audio.'),
  download: z
    .boolean()
    .describe('Whether the transcript, and the audio if the page plays it, can be downloaded.'),
  redacted: z
    .boolean()
    .describe(
      'Whether to show only a redacted transcript, with its corrections but without audio, title and speaker names.',
    ),
}

export const shareRequest = z
  .object({
    expires_at: futureTime().describe('When the link expires, ISO 8601; null for never.'),
    from: range.from.default(null),
    to: range.to.default(null),
    audio: options.audio
      .optional()
      .describe(`${options.audio.description} Defaults to true, unless \`redacted\` is true.`),
    download: options.download.default(false),
    redacted: options.redacted
      .optional()
      .describe(`${options.redacted.description} Defaults to true if the job has \`pii_redaction\`.`),
  })
  .refine(({ from, to }) => to === null || (from ?? 0) < to, { path: ['to'], error: 'must be after from' })
  .refine(({ audio, redacted }) => !(audio === true && redacted === true), {
    path: ['audio'],
    error: 'must not be true with redacted: the audio contains what was redacted',
  })
  .meta({
    id: 'ShareRequest',
    description: 'A link to a transcript, or to a part of it.',
    examples: [{ from: 12.5, to: 32.5 }],
  })

const share = z
  .strictObject({
    id: z.uuid().describe('Id of the share, for revoking it.'),
    ...range,
    ...options,
    created_by: who,
    created_at: timestamp.describe('When it was created.'),
    expires_at: timestamp.nullable().describe('When the link expires; null for never.'),
    opened_count: z.int().min(0).describe('How often the link was opened.'),
    last_opened_at: timestamp.nullable().describe('When the link was last opened; null if never.'),
  })
  .meta({ id: 'Share', description: 'A link to a transcript, without the link itself.' })
export type Share = z.infer<typeof share>

export const shareList = z
  .strictObject({
    items: z
      .array(share)
      .describe(
        'The links that were not revoked, oldest first. Expired links are listed for another 30 days.',
      ),
  })
  .meta({ id: 'ShareList', description: 'The links to a transcript.' })
export type ShareList = z.infer<typeof shareList>

export const createdShare = share
  .extend({
    url: z.url().describe('The link. It is not stored and cannot be shown again.'),
  })
  .meta({ id: 'CreatedShare', description: 'A newly created link.' })
export type CreatedShare = z.infer<typeof createdShare>

/** The formats in which a shared transcript can be downloaded. */
export const SHARED_FORMATS = ['txt', 'docx', 'srt', 'vtt'] as const
export type SharedFormat = (typeof SHARED_FORMATS)[number]

/** What the page of a link shows. Not part of the API. Times are in seconds from the start of the shared part. */
export interface SharedTranscript {
  readonly title: string | null
  /** Whether there is audio. */
  readonly audio: boolean
  readonly download: boolean
  readonly duration: number
  /** The names of the speakers in the shared part, by number. */
  readonly speaker_names: Readonly<Record<string, string>>
  readonly utterances: readonly (Omit<Utterance, 'confidence' | 'words'> & {
    readonly words: readonly Omit<Word, 'confidence'>[]
  })[]
}
