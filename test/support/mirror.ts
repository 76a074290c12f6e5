/** A mirror of the jobs of an account, kept by its changes alone. */
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { ChangeCursor } from '../../src/contract/change-cursor.ts'
import { jobField } from '../../src/contract/common.ts'
import type { Store } from '../../src/store/open-store.ts'
import { listed } from './store-list.ts'

/** All fields, including those of lists. */
const FIELDS = jobField.options

interface Item {
  readonly id: string
  readonly deleted?: true
}

export class Mirror {
  readonly #store: Pick<Store, 'jobs'>
  readonly #account: number
  /** The jobs as JSON, by id. */
  readonly #jobs = new Map<string, string>()
  #cursor: ChangeCursor | 'now' | null

  /** @param after where it begins; null for the beginning */
  constructor(store: Pick<Store, 'jobs'>, account: number, after: ChangeCursor | 'now' | null = null) {
    this.#store = store
    this.#account = account
    this.#cursor = after
  }

  /** Reads a page. @returns its items, and whether there are more */
  async read(limit: number): Promise<{ items: Item[]; more: boolean }> {
    const page = await this.#store.jobs.changes(this.#account, this.#cursor, limit, FIELDS)
    assert.ok(page !== null, 'the cursor is valid')
    const texts: string[] = []
    if (Buffer.isBuffer(page.items)) texts.push(page.items.toString())
    else for await (const chunk of page.items) texts.push(chunk.toString())
    const items = JSON.parse(`[${texts.join('')}]`) as Item[]
    assert.ok(items.length <= limit, 'a page is not longer than its limit')
    for (const item of items)
      if (item.deleted) this.#jobs.delete(item.id)
      else this.#jobs.set(item.id, JSON.stringify(item))
    this.#cursor = page.next
    return { items, more: page.more }
  }

  /** Reads to the end. @param limit of each page @returns all items */
  async catchUp(limit: () => number = () => 1_000): Promise<Item[]> {
    const all: Item[] = []
    for (;;) {
      const { items, more } = await this.read(limit())
      all.push(...items)
      if (!more) return all
    }
  }

  /**
   * Compares it with the account, if that has not changed between the last page and the end of the comparison.
   * @returns whether the account was unchanged
   * @throws {AssertionError} as `check` does
   */
  async checkIfStill(): Promise<boolean> {
    const isStill = async () => {
      const newest = await this.#store.jobs.changes(this.#account, 'now', 1)
      return isDeepStrictEqual(newest?.next, this.#cursor)
    }
    if (!(await isStill())) return false
    try {
      await this.check()
    } catch (error) {
      if (await isStill()) throw error
    }
    return isStill()
  }

  /** @throws {AssertionError} unless it has exactly the jobs of the account, which must not change in the meantime */
  async check(): Promise<void> {
    const { items } = await listed(this.#store, this.#account, {}, { limit: 1_000_000 }, FIELDS)
    const truth = new Map(items.map((job) => [job.id, JSON.stringify(job)]))
    assert.deepEqual(
      [...this.#jobs.keys()].filter((id) => !truth.has(id)),
      [],
      'jobs that are not there',
    )
    for (const [id, job] of truth) assert.equal(this.#jobs.get(id), job, `job ${id}`)
  }
}
