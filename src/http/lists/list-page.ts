import { Readable } from 'node:stream'
import { formatCursor, type ListCursor } from '../../contract/list-cursor.ts'
import type { ListQuery } from '../../contract/list-query.ts'
import type { JobPage } from '../../jobs/job.ts'

/** The links of a page: absolute URLs with all filters of the request, followed by offset and limit. */
function pageLinks(url: string, query: ListQuery, next: number | null) {
  const link = (offset: number, cursor: ListCursor | null): string => {
    const search = new URLSearchParams(query.given.map(([name, value]): [string, string] => [name, value]))
    search.set('offset', String(offset))
    search.set('limit', String(query.limit))
    if (cursor !== null) search.set('cursor', formatCursor(cursor))
    return `${url}?${search.toString()}`
  }
  const following = query.offset + query.limit
  return {
    first: link(0, null),
    current: link(query.offset, query.cursor),
    next: next === null ? null : link(following, { ordinal: next, offset: following }),
  }
}

/** The response to a list request. A short page is a buffer, a long one a stream from the store. */
export interface PageResponse<Body extends Buffer | Readable = Buffer | Readable> {
  readonly total: number | null
  readonly body: Body
}

/** Wraps the jobs of a page, which are already JSON text, in the page object. */
export function pageResponse(url: string, query: ListQuery, { total, next, items }: JobPage): PageResponse {
  const links = pageLinks(url, query, next)
  const head =
    `{"first":${JSON.stringify(links.first)},"current":${JSON.stringify(links.current)},` +
    `"next":${JSON.stringify(links.next)},"items":[`
  return { total, body: wrapped(head, items, ']}') }
}

/** Puts JSON from the store between two texts. */
export function wrapped(
  head: string,
  items: Buffer | AsyncIterable<Buffer>,
  tail: string,
): Buffer | Readable {
  if (Buffer.isBuffer(items)) return Buffer.concat([Buffer.from(head), items, Buffer.from(tail)])
  return Readable.from(stream(head, items, tail), { objectMode: false })
}

async function* stream(head: string, items: AsyncIterable<Buffer>, tail: string): AsyncGenerator<Buffer> {
  yield Buffer.from(head)
  yield* items
  yield Buffer.from(tail)
}
