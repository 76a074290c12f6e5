/** Exports of transcripts as files. An addition of Scriptorium. */
import { z } from 'zod'
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS } from './export-formats.ts'
import { translationLanguageCode } from './languages.ts'
import { paragraphsField, transcription, translatedUtterance } from './transcript.ts'

const formats = EXPORT_FORMAT_NAMES.map((name) => `\`${name}\` (${EXPORT_FORMATS[name].description})`)

const isWanted = z.enum(['true', 'false']).optional()

export const exportQuery = z.object({
  format: z.enum(EXPORT_FORMAT_NAMES).describe(`The format: ${formats.join(', ')}.`),
  speakers: isWanted.describe(
    'Whether to include the speaker of each utterance, if there is one; `true` by default. Speakers are named as in the `speaker_names` of the details, or numbered. If there are several channels and no speakers, the channels are named. `json` always has both.',
  ),
  timestamps: isWanted.describe(
    'Whether `txt`, `md` and `docx` include the start time of each utterance; `false` by default. The other formats always have times.',
  ),
  summary: isWanted.describe(
    'Whether `txt`, `md`, `docx` and `json` include the summary of the result, if there is one; `false` by default. It does not reflect corrections.',
  ),
  paragraphs: isWanted.describe(
    'Whether utterances are grouped into paragraphs: in `txt`, `md` and `docx` unless `false`; in `json`, in addition to the utterances, ' +
      'if `true`. The other formats have no paragraphs.',
  ),
  translation: z
    .string()
    .max(3)
    .optional()
    .describe(
      'A language of the `translation` of the result, such as `de`, to export instead of the transcript. It does not reflect corrections.',
    ),
})

export type ExportQuery = z.infer<typeof exportQuery>

/** Maximum number of jobs in one export, so that their ids fit into a URL. */
const MAX_JOBS = 200

export const exportsQuery = exportQuery.extend({
  id: z
    .union([z.uuid().transform((id) => [id]), z.array(z.uuid()).max(MAX_JOBS)])
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
    .describe(`Id of a job. May be repeated, as in \`id=…&id=…\`, for up to ${MAX_JOBS} jobs.`),
})

export type ExportsQuery = z.infer<typeof exportsQuery>

export const exportedTranscript = transcription
  .extend({
    languages: z
      .array(translationLanguageCode)
      .describe('The languages spoken, most spoken first; for a translation, its language.'),
    utterances: z.array(translatedUtterance).describe('All utterances, ordered by start time.'),
    ...paragraphsField,
    summary: z.string().optional().describe('The summary, if requested with `summary=true` and available.'),
  })
  .meta({ id: 'ExportedTranscript', description: 'A transcript, or a translation of one.' })
export type ExportedTranscript = z.infer<typeof exportedTranscript>
