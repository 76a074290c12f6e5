import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { JobKind } from '../../contract/common.ts'
import { jobPage, liveJobPage, preRecordedJobPage } from '../../contract/job.ts'
import { listParameters, parseListQuery } from '../../contract/list-query.ts'
import type { JobStore } from '../../jobs/job-store.ts'
import { invalid } from '../errors.ts'
import { KeptPages } from '../kept-pages.ts'
import { cursorOrdinal, pageAnswer } from '../list-page.ts'
import { answer, emptyAnswer, errorAnswers } from '../openapi.ts'
import { publicBase } from '../public-base.ts'

/** When the list of both kinds became the old one (RFC 9745), and which list is its successor (RFC 8594). */
const DEPRECATION = { deprecation: '@1704067200', successor: '/v2/pre-recorded' }

const LISTS = [
  {
    path: '/v2/pre-recorded',
    kind: 'pre-recorded',
    page: preRecordedJobPage,
    summary: 'List the jobs of files',
  },
  { path: '/v2/live', kind: 'live', page: liveJobPage, summary: 'List the jobs of live sessions' },
  { path: '/v2/transcription', kind: null, page: jobPage, summary: 'List the jobs of both kinds' },
] as const satisfies { path: string; kind: JobKind | null; page: z.ZodType; summary: string }[]

const HEADERS = {
  'x-total-count': {
    type: 'integer',
    description:
      'How many jobs match in all. Left out when there are more than 100,000 with `custom_metadata`, 10,000 with `q`.',
  },
  etag: {
    type: 'string',
    description:
      'Send it as `If-None-Match` with the next call: as long as no job changes, 304 is all that comes.',
  },
} as const
const DEPRECATED_HEADERS = {
  ...HEADERS,
  deprecation: { type: 'string', description: 'Since when this list is the old one (RFC 9745).' },
  link: { type: 'string', description: 'The list that succeeds it, as `rel="successor-version"`.' },
} as const

const DESCRIPTION =
  'Newest first. Follow `next` from the first page until it is null: no job that stays is repeated or skipped, ' +
  'whatever is created or deleted meanwhile. Walking by `offset` alone shifts when jobs come or go.'

export function listRoutes(
  app: FastifyInstance,
  { jobs, publicUrl, version }: { jobs: JobStore; publicUrl: string | null; version: string },
) {
  // What a page says besides the jobs: links, and the format of this version.
  const form = createHash('sha256')
    .update(JSON.stringify([publicUrl, version]))
    .digest('base64url')
    .slice(0, 8)
  /** Names what every list of an account says as long as none of its jobs changes. */
  const pageTag = (account: number, revision: number): string => `W/"${form}-${account}-${revision}"`

  /**
   * How the page of a URL is read.
   * @param kind of the jobs on the list; null for both kinds
   * @param list where the links of the page lead
   * @throws {RequestError} when the query is wrong
   */
  const pageReader = (account: number, kind: JobKind | null, list: string, url: string) => {
    const parsed = parseListQuery(queryPairs(url), { kinds: kind === null })
    if (!parsed.ok) throw invalid(...parsed.faults)
    const { query } = parsed
    const filter = kind === null ? query : { ...query, kinds: [kind] }
    const window = {
      offset: query.offset,
      limit: query.limit,
      cursor: query.cursor === null ? null : cursorOrdinal(query.cursor),
    }
    return async () =>
      pageAnswer(list, query, await jobs.page(account, filter, window, query.fields ?? undefined))
  }

  const kept = new KeptPages()
  for (const { path, kind, page, summary } of LISTS) {
    app.get(
      path,
      {
        schema: {
          tags: ['jobs'],
          summary,
          description: DESCRIPTION,
          deprecated: kind === null,
          querystring: kind === null ? listParameters : listParameters.omit({ kind: true }),
          response: {
            200: answer('A page of jobs.', page, kind === null ? DEPRECATED_HEADERS : HEADERS),
            304: emptyAnswer('The list is as it was when `If-None-Match` was its `ETag`.'),
            ...errorAnswers(400),
          },
        },
        // The parameters come in several spellings of one name, which no schema of a parsed query can tell apart.
        validatorCompiler: () => () => true,
      },
      async (request, reply) => {
        const { account, revision, url } = request
        const base = publicBase(publicUrl, request)
        const place = { account, revision, url: `${base}${url}` }
        // Before the query is looked at: whatever is kept was asked for rightly, and reading the query took a fifth of
        // the time of such a request.
        const known = kept.get(place)
        const read =
          known === undefined ? pageReader(account, kind, `${base}${path}`, url) : async () => known

        if (kind === null) {
          reply.header('deprecation', DEPRECATION.deprecation)
          reply.header('link', `<${base}${DEPRECATION.successor}>; rel="successor-version"`)
        }
        // The revision was read before the page: a change in between makes the page newer than its tag, never older.
        const tag = pageTag(account, revision)
        reply.header('etag', tag).header('cache-control', 'private, no-cache')
        if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()

        const shown = await read()
        if (known === undefined) kept.add(place, shown)
        if (shown.total !== null) reply.header('x-total-count', shown.total)
        return reply.type('application/json; charset=utf-8').send(shown.body)
      },
    )
  }
}

/** The query as it was sent, name by name. */
function queryPairs(url: string): [string, string][] {
  const start = url.indexOf('?')
  return start === -1 ? [] : [...new URLSearchParams(url.slice(start + 1))]
}
