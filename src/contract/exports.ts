/** The transcript of a job as a file. An addition of Scriptorium. */
import { z } from 'zod'
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS } from './export-formats.ts'
import { translationLanguageCode } from './languages.ts'
import { paragraphsField, transcription, translatedUtterance } from './transcript.ts'

const formats = EXPORT_FORMAT_NAMES.map((name) => `\`${name}\` (${EXPORT_FORMATS[name].description})`)

const isWanted = z.enum(['true', 'false']).optional()

export const exportQuery = z.object({
  format: z.enum(EXPORT_FORMAT_NAMES).describe(`The format: ${formats.join(', ')}.`),
  speakers: isWanted.describe(
    'Whether the speaker of each utterance is named, if it has one; `true` by default. Speakers have the names in `speaker_names` of the details, or numbers; in a transcript of several channels without speakers, channels are named. `json` always has both.',
  ),
  timestamps: isWanted.describe(
    'Whether `txt`, `md` and `docx` have the start of each utterance; `false` by default. The other formats always have times.',
  ),
  summary: isWanted.describe(
    'Whether `txt`, `md`, `docx` and `json` have the summary of the result, if there is one; `false` by default. It is that of the transcript as recognised.',
  ),
  paragraphs: isWanted.describe(
    'Whether `txt`, `md` and `docx` have paragraphs of several utterances, as they do unless it is `false`; with `true`, `json` has ' +
      'them beside the utterances. The other formats have none.',
  ),
  translation: z
    .string()
    .max(3)
    .optional()
    .describe(
      'The code of a language of the `translation` of the result, such as `de`, which is exported instead. It is that of the transcript as recognised.',
    ),
})

export type ExportQuery = z.infer<typeof exportQuery>

/** The most jobs that are exported at a time: their ids are as much as a URL can have. */
const MAX_JOBS = 200

export const exportsQuery = exportQuery.extend({
  id: z
    .union([z.uuid().transform((id) => [id]), z.array(z.uuid()).max(MAX_JOBS)])
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
    .describe(`The id of a job; repeated, as in \`id=…&id=…\`, of up to ${MAX_JOBS} jobs.`),
})

export type ExportsQuery = z.infer<typeof exportsQuery>

export const exportedTranscript = transcription
  .extend({
    languages: z
      .array(translationLanguageCode)
      .describe('The languages spoken, the most spoken first; of a translation, its own.'),
    utterances: z.array(translatedUtterance).describe('All utterances, ordered by start time.'),
    ...paragraphsField,
    summary: z.string().optional().describe('The summary, if `summary=true` asks for it and there is one.'),
  })
  .meta({ id: 'ExportedTranscript', description: 'A transcript, or a translation of one.' })
export type ExportedTranscript = z.infer<typeof exportedTranscript>
