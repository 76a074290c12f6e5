interface PageOf<Item> {
  readonly next: string | null
  readonly items: readonly Item[]
}

/**
 * A paginated list. `for await` yields its items and fetches each page when it is needed. No item is repeated or skipped, even
 * if others are created or deleted meanwhile.
 */
export class Pages<Item, Page extends PageOf<Item> = PageOf<Item>> implements AsyncIterable<Item> {
  readonly #first: URLSearchParams
  readonly #read: (query: URLSearchParams) => Promise<Page>

  constructor(first: URLSearchParams, read: (query: URLSearchParams) => Promise<Page>) {
    this.#first = first
    this.#read = read
  }

  /** Yields whole pages instead of items. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let query: URLSearchParams | null = this.#first; query !== null;) {
      const page: Page = await this.#read(query)
      yield page
      // Only the query is used: the service may have another name for itself than this client does.
      query = page.next === null ? null : new URL(page.next).searchParams
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items
  }
}
