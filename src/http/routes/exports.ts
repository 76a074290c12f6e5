import { Readable } from 'node:stream'
import { z } from 'zod'
import { EXPORT_FORMATS, hasParagraphs } from '../../contract/export-formats.ts'
import {
  type ExportQuery,
  exportedTranscript,
  exportQuery,
  type ExportsQuery,
  exportsQuery,
} from '../../contract/exports.ts'
import { decompressing, unpacked } from '../../jobs/compressed.ts'
import { ATTACHMENT, attachmentOf, fileNameOf } from '../files/attachment.ts'
import { noParagraphs, notFound, RequestError } from '../errors.ts'
import { findTranscript } from '../jobs/job-transcript.ts'
import { addition, exporting } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../requests/path-ids.ts'
import { type ApiResponse, binary, errorResponses, fileResponse } from '../openapi/responses.ts'
import { type ZippedFile, zipped } from '../files/zip.ts'

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

const archive = fileResponse('The files, as a ZIP.', ATTACHMENT, 'application/zip')

/** The file in a ZIP that lists missing jobs. */
const MISSING = 'missing.txt'

/** Exports the transcript of one job as a file, and those of several jobs as a ZIP. */
export function exportRoutes(app: App, { store, maker }: Parts): void {
  /**
   * Exports the transcript of a job.
   * @param maxWaitMs how long to wait for its turn
   */
  const exported = async (account: number, id: string, query: ExportQuery, maxWaitMs?: number) => {
    const { format, translation, speakers, timestamps, summary, paragraphs } = query
    const found = await findTranscript(store, account, id)
    const options = {
      format,
      translation,
      hasSpeakers: speakers !== 'false',
      hasTimestamps: timestamps === 'true',
      hasSummary: summary === 'true',
      hasParagraphs: hasParagraphs(format, paragraphs),
    }
    const made = await maker.make(found, 'export', options, { maxWaitMs })
    if (made === null) throw notFound(translation === undefined ? 'job' : `a translation into ${translation}`)
    return made
  }

  app.get(
    '/v2/jobs/:id/export',
    exporting(
      addition('read', {
        tags: ['jobs'],
        operationId: 'exportTranscript',
        summary: 'Export the transcript of a job as a file',
        description:
          'The newest revision of the transcript, with the names of its speakers. The file is named after the title of the job or ' +
          'its audio.',
        params: withJobId,
        querystring: exportQuery,
        response: { 200: file, ...errorResponses(400, 404, 409) },
      }),
    ),
    async ({ account, params, query }, reply) => {
      checkParagraphs(query)
      const { title, content } = await exported(account, params.id, query)
      const { type, content: kind } = EXPORT_FORMATS[query.format]
      return reply
        .type(kind === 'binary' ? type : `${type}; charset=utf-8`)
        .header('content-disposition', attachmentOf(title, endingOf(query)))
        .send(unpacked(content))
    },
  )

  /** The files of several jobs, each created when the previous one has been sent. The last one lists missing jobs with the reason. */
  async function* filesOf(account: number, { id: ids, ...query }: ExportsQuery): AsyncGenerator<ZippedFile> {
    const names = new Set([MISSING])
    let missing = ''
    for (const id of ids) {
      try {
        const { title, content } = await exported(account, id, query, Infinity)
        yield { name: uniqueName(names, title, endingOf(query)), content: decompressing(content) }
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        missing += `${id}: ${error.message}\n`
      }
    }
    if (missing !== '') yield { name: MISSING, content: [Buffer.from(missing)] }
  }

  app.get(
    '/v2/jobs/export.zip',
    exporting(
      addition('read', {
        tags: ['jobs'],
        operationId: 'exportTranscripts',
        summary: 'Export the transcripts of several jobs as a ZIP',
        description:
          'One file for each job, the same as if exported on its own. Jobs that are not found or have no transcript do not fail the ' +
          `request: they are listed in \`${MISSING}\` with the reason.`,
        querystring: exportsQuery,
        response: { 200: archive, ...errorResponses(400) },
      }),
    ),
    async (request, reply) => {
      const { account, query } = request
      checkParagraphs(query)
      request.auditDetails = { ids: query.id }
      return reply
        .type('application/zip')
        .header('content-disposition', attachmentOf('transcripts', '.zip'))
        .send(Readable.from(zipped(filesOf(account, query)), { objectMode: false }))
    },
  )
}

/** @throws {RequestError} 400 if paragraphs are requested in a format that has none */
function checkParagraphs({ format, paragraphs }: ExportQuery): void {
  if (paragraphs === 'true' && EXPORT_FORMATS[format].paragraphs === 'none') throw noParagraphs(format)
}

/** The part of a file name after the title of the job. */
function endingOf({ format, translation }: ExportQuery): string {
  return `${translation === undefined ? '' : `.${translation}`}.${format}`
}

/** Titles before a number are truncated to this many characters, so that the number fits into the name. */
const NUMBERED_TITLE = 60

/** A file name that is not in `names`, numbered if necessary, and added to it. Case is ignored, as some systems do. */
function uniqueName(names: Set<string>, title: string, ending: string): string {
  for (let number = 1; ; number++) {
    const name =
      number === 1
        ? fileNameOf(title, ending)
        : fileNameOf(title.slice(0, NUMBERED_TITLE), ` (${number})${ending}`)
    if (names.has(name.toLowerCase())) continue
    names.add(name.toLowerCase())
    return name
  }
}
