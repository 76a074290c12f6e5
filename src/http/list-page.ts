import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ListQuery } from '../contract/list-query.ts'
import type { JobPage } from '../jobs/job-store.ts'

/** A cursor as it stands in a URL. */
const cursorText = (ordinal: number): string => ordinal.toString(36)
export const cursorOrdinal = (text: string): number => Number.parseInt(text, 36)

/** The URLs of a page: absolute, with every filter of the request, then offset and limit. */
function pageLinks(url: string, query: ListQuery, next: number | null) {
  const link = (offset: number, cursor: string | null): string => {
    const search = new URLSearchParams(query.given.map(([name, value]): [string, string] => [name, value]))
    search.set('offset', String(offset))
    search.set('limit', String(query.limit))
    if (cursor !== null) search.set('cursor', cursor)
    return `${url}?${search.toString()}`
  }
  return {
    first: link(0, null),
    current: link(query.offset, query.cursor),
    next: next === null ? null : link(query.offset + query.limit, cursorText(next)),
  }
}

/** Answers with a page of a list. A short one goes out as one piece, a long one as the store gives it. */
export function sendPage(reply: FastifyReply, url: string, query: ListQuery, page: JobPage): FastifyReply {
  const { first, current, next } = pageLinks(url, query, page.next)
  const head = Buffer.from(
    `{"first":${JSON.stringify(first)},"current":${JSON.stringify(current)},` +
      `"next":${JSON.stringify(next)},"items":[`,
  )
  if (page.total !== null) reply.header('x-total-count', page.total)
  reply.header('content-type', 'application/json; charset=utf-8')
  const { items } = page
  if (Buffer.isBuffer(items)) return reply.send(Buffer.concat([head, items, TAIL]))
  return reply.send(Readable.from(stream(head, items), { objectMode: false }))
}

const TAIL = Buffer.from(']}')
const COMMA = Buffer.from(',')

async function* stream(head: Buffer, items: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head
  let isFirst = true
  for await (const chunk of items) {
    yield isFirst ? chunk : Buffer.concat([COMMA, chunk])
    isFirst = false
  }
  yield TAIL
}
