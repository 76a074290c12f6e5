import { z } from 'zod'
import { revisionParameter } from '../../contract/revisions.ts'
import { readTranscription } from '../../contract/transcript.ts'
import { EXPORT_FORMATS, type ExportFormat, hasParagraphs } from '../../contract/export-formats.ts'
import { unpacked } from '../../jobs/compressed.ts'
import type { StoredJson } from '../../jobs/stored-json.ts'
import { acceptedType } from '../requests/accepted-type.ts'
import { ATTACHMENT, attachmentOf } from '../files/attachment.ts'
import { noParagraphs, notAcceptable, notFound } from '../errors.ts'
import { findTranscript, type FoundTranscript, transcriptionJson } from '../jobs/job-transcript.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../requests/path-ids.ts'
import { type ApiResponse, errorResponses } from '../openapi/responses.ts'
import { revisionHeader, revisionTag } from '../jobs/revision-tag.ts'

const PATH = '/v2/jobs/:id/transcript'

const text = z.string().meta({ examples: ['Welcome to Scriptorium.'] })

/** The formats; the first is the default for requests without `Accept`. */
const FORMATS = {
  'application/json': { format: 'json', name: 'Json', schema: readTranscription },
  'text/plain': { format: 'txt', name: 'Text', schema: text },
  'application/x-subrip': { format: 'srt', name: 'Srt', schema: text },
  'text/vtt': { format: 'vtt', name: 'Vtt', schema: text },
} as const satisfies Record<string, { format: ExportFormat; name: string; schema: z.ZodType }>
type MediaType = keyof typeof FORMATS
const TYPES = Object.keys(FORMATS) as MediaType[]

const DESCRIPTION =
  'The newest or another revision of the transcript: as JSON (like the `transcription` of the result), as text in paragraphs, ' +
  'or as SubRip or WebVTT captions, split as in the `subtitles_config` of the request.'

/** The transcript of a job, in the format of a suffix or the one preferred by `Accept`. */
export function transcriptRoutes(app: App, parts: Parts): void {
  const routes = [
    { suffix: '', name: '', types: TYPES },
    ...TYPES.map((type) => ({ suffix: `.${FORMATS[type].format}`, name: FORMATS[type].name, types: [type] })),
  ]
  for (const { suffix, name, types } of routes) {
    const content: ApiResponse['content'] = Object.fromEntries(
      types.map((type) => [type, { schema: FORMATS[type].schema }]),
    )
    app.get(
      `${PATH}${suffix}`,
      addition('read', {
        tags: ['jobs'],
        operationId: `getTranscript${name}`,
        summary: `Fetch the transcript of a job${name === '' ? '' : ` as ${name}`}`,
        description: DESCRIPTION,
        params: withJobId,
        querystring: z.object({
          revision: revisionParameter
            .optional()
            .describe('The revision; by default, the newest. 0 is the result of the recognition.'),
          paragraphs: z
            .enum(['true', 'false'])
            .optional()
            .describe(
              'With `true`, the JSON includes `paragraphs`. With `false`, the text has one line for each utterance. Captions have no ' +
                'paragraphs.',
            ),
        }),
        response: {
          200: { description: 'The transcript.', headers: { ...revisionHeader, ...ATTACHMENT }, content },
          ...errorResponses(400, 404, ...(suffix === '' ? ([406] as const) : []), 409),
        },
      }),
      async (request, reply) => {
        const { account, params, headers, query } = request
        const type = suffix === '' ? acceptedType(headers.accept, types) : types[0]
        if (!type) throw notAcceptable(types)
        const { format } = FORMATS[type]
        if (query.paragraphs === 'true' && EXPORT_FORMATS[format].paragraphs === 'none')
          throw noParagraphs(format)
        const found = await findTranscript(parts.store, account, params.id, query.revision)
        if (suffix === '') reply.header('vary', 'accept')
        reply.header('etag', revisionTag(found.revision))
        reply.header('content-disposition', attachmentOf(found.id, `.${format}`))
        const wanted = { format, hasParagraphs: hasParagraphs(format, query.paragraphs) }
        return reply.type(`${type}; charset=utf-8`).send(await contentOf(wanted, found, parts))
      },
    )
  }
}

async function contentOf(
  wanted: { readonly format: (typeof FORMATS)[MediaType]['format']; readonly hasParagraphs: boolean },
  found: FoundTranscript,
  parts: Parts,
): Promise<StoredJson> {
  if (wanted.format === 'json' && !wanted.hasParagraphs) return transcriptionJson(parts, found)
  const made = await parts.maker.make(found, 'text', wanted)
  if (made === null) throw notFound('job')
  return unpacked(made)
}
