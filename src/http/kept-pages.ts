import { LRUCache } from 'lru-cache'
import type { PageAnswer } from './list-page.ts'

/** Bytes of pages that are kept in memory. */
const KEPT_BYTES = 32 * 2 ** 20

/**
 * Pages that may be asked for again, as the pages of a console and of a client that waits for a job are: as long as no
 * job of the account changes, one that was read is as good as a new one: 0.3 ms against 1.5 ms for 20 jobs, of 420 KB.
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
