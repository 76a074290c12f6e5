import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
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

/** What a list is answered with: a short page as one piece, a long one as the store gives it. */
export interface PageAnswer<Body extends Buffer | Readable = Buffer | Readable> {
  readonly total: number | null
  readonly body: Body
}

/** Puts a page into its frame. */
export function pageAnswer(url: string, query: ListQuery, { total, next, items }: JobPage): PageAnswer {
  const links = pageLinks(url, query, next)
  const head = Buffer.from(
    `{"first":${JSON.stringify(links.first)},"current":${JSON.stringify(links.current)},` +
      `"next":${JSON.stringify(links.next)},"items":[`,
  )
  if (Buffer.isBuffer(items)) return { total, body: Buffer.concat([head, items, TAIL]) }
  return { total, body: Readable.from(stream(head, items), { objectMode: false }) }
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

/** Bytes of pages that are kept in memory. */
const KEPT_BYTES = 32 * 2 ** 20

/**
 * Pages that may be asked for again, as the pages of a console and of a client that waits for a job are: as long as no
 * job of the account changes, one that was read is as good as a new one, and costs a tenth of it.
 */
export class KeptPages {
  readonly #pages = new LRUCache<string, PageAnswer<Buffer>>({
    maxSize: KEPT_BYTES,
    maxEntrySize: KEPT_BYTES / 8,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  })

  /**
   * The page of a URL for an account at a revision of its jobs, read when it is not kept.
   * @param url as it was asked for, with the base that its links have
   */
  async get(
    account: number,
    revision: number,
    url: string,
    read: () => Promise<PageAnswer>,
  ): Promise<PageAnswer> {
    const key = `${account} ${revision} ${url}`
    const kept = this.#pages.get(key)
    if (kept !== undefined) return kept
    const { total, body } = await read()
    if (Buffer.isBuffer(body)) this.#pages.set(key, { total, body })
    return { total, body }
  }
}
