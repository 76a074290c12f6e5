/** A list that the service returns in pages. */

interface PageOf<Item> {
  readonly next: string | null
  readonly items: readonly Item[]
}

/**
 * A list of any length: `for await` reads item by item, and each page when it is needed. No item is repeated or skipped,
 * even if others are created or deleted meanwhile.
 */
export class Pages<Item, Page extends PageOf<Item> = PageOf<Item>> implements AsyncIterable<Item> {
  readonly #first: URLSearchParams
  readonly #read: (query: URLSearchParams) => Promise<Page>

  constructor(first: URLSearchParams, read: (query: URLSearchParams) => Promise<Page>) {
    this.#first = first
    this.#read = read
  }

  /** Page by page. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let query: URLSearchParams | null = this.#first; query !== null;) {
      const page: Page = await this.#read(query)
      yield page
      // Only its query: the service may know itself by another name than this client does.
      query = page.next === null ? null : new URL(page.next).searchParams
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items
  }
}
