import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ListQuery } from '../contract/list-query.ts'
import type { JobPage } from '../jobs/job-store.ts'

/** A cursor as it stands in a URL. */
export const cursorText = (ordinal: number): string => ordinal.toString(36)
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

/** Answers with a page of a list. A short one goes out as one text, a long one as the store gives it. */
export function sendPage(reply: FastifyReply, url: string, query: ListQuery, page: JobPage): FastifyReply {
  const { first, current, next } = pageLinks(url, query, page.next)
  const head =
    `{"first":${JSON.stringify(first)},"current":${JSON.stringify(current)},` +
    `"next":${JSON.stringify(next)},"items":[`
  if (page.total !== null) reply.header('x-total-count', page.total)
  reply.header('content-type', 'application/json; charset=utf-8')
  const { items } = page
  return reply.send(
    Symbol.asyncIterator in items ? Readable.from(stream(head, items)) : `${head}${items.join(',')}]}`,
  )
}

async function* stream(head: string, items: AsyncIterable<string>): AsyncGenerator<string> {
  yield head
  let separator = ''
  for await (const item of items) {
    yield separator + item
    separator = ','
  }
  yield ']}'
}
