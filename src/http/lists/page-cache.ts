import { LRUCache } from 'lru-cache'
import type { PageResponse } from './list-page.ts'

/** Total bytes of the pages in the cache. */
const MAX_BYTES = 32 * 2 ** 20

/** What the content of a page depends on. */
export interface PageKey {
  readonly account: number
  /** How often the jobs of the account have changed. */
  readonly jobChanges: number
  /** The requested URL, including the base of the links in the page. */
  readonly url: string
}

const textOf = ({ account, jobChanges, url }: PageKey): string => `${account} ${jobChanges} ${url}`

/**
 * Caches pages that are likely to be requested again, by the console and by clients that poll for a job. A page is valid until a job
 * of the account changes. Measured with 20 jobs, 420 KB: 0.3 ms from the cache, 1.5 ms from the store.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, PageResponse<Buffer>>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 8,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  })

  get(key: PageKey): PageResponse | undefined {
    return this.#pages.get(textOf(key))
  }

  /** Adds a page, unless it is streamed or larger than an eighth of the cache. */
  add(key: PageKey, { total, body }: PageResponse): void {
    if (Buffer.isBuffer(body)) this.#pages.set(textOf(key), { total, body })
  }
}
