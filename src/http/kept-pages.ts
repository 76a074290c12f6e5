import { LRUCache } from 'lru-cache'
import type { PageAnswer } from './list-page.ts'

/** Bytes of pages that are kept in memory. */
const KEPT_BYTES = 32 * 2 ** 20

/** What a page depends on. */
export interface Place {
  readonly account: number
  /** Of the account's jobs. */
  readonly revision: number
  /** As it was asked for, with the base that the links of the page have. */
  readonly url: string
}

const keyOf = ({ account, revision, url }: Place): string => `${account} ${revision} ${url}`

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

  get(place: Place): PageAnswer | undefined {
    return this.#pages.get(keyOf(place))
  }

  /** Keeps a page, unless it is a long one. */
  add(place: Place, { total, body }: PageAnswer): void {
    if (Buffer.isBuffer(body)) this.#pages.set(keyOf(place), { total, body })
  }
}
