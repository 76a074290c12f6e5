import { z } from 'zod'
import { EXPORT_FORMATS, hasParagraphs } from '../../contract/export-formats.ts'
import { exportedTranscript, exportQuery } from '../../contract/exports.ts'
import { unpacked } from '../../jobs/compressed.ts'
import { ATTACHMENT, attachmentOf } from '../attachment.ts'
import { noParagraphs, notFound } from '../errors.ts'
import { findTranscript } from '../job-transcript.ts'
import { addition } from '../operation.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../path-ids.ts'
import { type ApiResponse, binary, errorResponses } from '../responses.ts'

const SCHEMAS = {
  text: z.string().meta({ examples: ['Welcome to Scriptorium.'] }),
  json: exportedTranscript,
  binary,
}

const file: ApiResponse = {
  description: 'The file.',
  headers: ATTACHMENT,
  content: Object.fromEntries(
    Object.values(EXPORT_FORMATS).map(({ type, content }) => [type, { schema: SCHEMAS[content] }]),
  ),
}

/** Exports the transcript of a job as a file. */
export function exportRoute(app: App, { store, maker }: Parts): void {
  app.get(
    '/v2/jobs/:id/export',
    addition('read', {
      tags: ['jobs'],
      operationId: 'exportTranscript',
      summary: 'Export the transcript of a job as a file',
      description:
        'The newest revision of the transcript, with the names of its speakers, as a file that is named by the title of the ' +
        'job or its audio.',
      params: withJobId,
      querystring: exportQuery,
      response: { 200: file, ...errorResponses(400, 404, 409) },
    }),
    async ({ account, params, query }, reply) => {
      const { format, translation, speakers, timestamps, summary, paragraphs } = query
      if (paragraphs === 'true' && EXPORT_FORMATS[format].paragraphs === 'none') throw noParagraphs(format)
      const found = await findTranscript(store, account, params.id)
      const made = await maker.make(found, 'export', {
        format,
        translation,
        hasSpeakers: speakers !== 'false',
        hasTimestamps: timestamps === 'true',
        hasSummary: summary === 'true',
        hasParagraphs: hasParagraphs(format, paragraphs),
      })
      if (made === null)
        throw notFound(translation === undefined ? 'job' : `a translation into ${translation}`)
      const { title, content } = made
      const { type, content: kind } = EXPORT_FORMATS[format]
      const language = translation === undefined ? '' : `.${translation}`
      return reply
        .type(kind === 'binary' ? type : `${type}; charset=utf-8`)
        .header('content-disposition', attachmentOf(title, `${language}.${format}`))
        .send(unpacked(content))
    },
  )
}
