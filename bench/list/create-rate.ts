/** Measures the cost of the list counters when jobs are created. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import { database } from '../../src/store/configured-database.ts'
import type { Dialect } from '../../src/store/databases/dialect.ts'
import type { Store } from '../../src/store/open-store.ts'
import type { Schema } from '../../src/store/schema.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { freshDatabase } from '../../test/support/throwaway-postgres.ts'
import type { Place } from './seed.ts'

const ROUNDS = 40
const JOBS_PER_ROUND = 50

export interface CreateRate {
  /** Jobs created per second. */
  readonly counted: number
  readonly uncounted: number
}

/**
 * Creates jobs in two empty databases beside the seeded one, in turns: with the unmodified store, and with a store that
 * does not write job_counts. Each job is durable before the next is created, as for a single client.
 */
export async function measureCreateRate(place: Place): Promise<CreateRate> {
  const counted = await emptyStore(place, false)
  const uncounted = await emptyStore(place, true)
  try {
    const requestParams = preRecordedParamsOf(
      preRecordedRequest.parse({ audio_url: 'https://media.example.com/calls/1.mp3' }),
    )
    const elapsed: Record<'counted' | 'uncounted', number[]> = { counted: [], uncounted: [] }
    const round = async ({ store, account }: EmptyStore, first: number) => {
      const began = performance.now()
      for (let i = first; i < first + JOBS_PER_ROUND; i++) {
        const customMetadata = {
          order: `order-${i}`,
          user: `user-${i % 100}`,
          plan: i % 2 === 0 ? 'free' : 'pro',
        }
        await store.jobs.create(account, {
          kind: 'pre-recorded',
          customMetadata,
          requestParams,
          fileId: null,
        })
      }
      return performance.now() - began
    }
    for (let i = 0; i < ROUNDS; i++) {
      const first = i * JOBS_PER_ROUND
      elapsed.counted.push(await round(counted, first))
      elapsed.uncounted.push(await round(uncounted, first))
    }
    // The median round, because other load on the machine affects some rounds more than others.
    const rate = (rounds: number[]) => (1000 * JOBS_PER_ROUND) / rounds.toSorted((a, b) => a - b)[ROUNDS / 2]!
    return { counted: rate(elapsed.counted), uncounted: rate(elapsed.uncounted) }
  } finally {
    await counted.remove()
    await uncounted.remove()
  }
}

interface EmptyStore {
  readonly store: Store
  readonly account: number
  readonly remove: () => Promise<void>
}

async function emptyStore({ dataDir, databaseUrl }: Place, isUncounted: boolean): Promise<EmptyStore> {
  const folder = mkdtempSync(join(dataDir, 'creates-'))
  const fresh = databaseUrl === null ? null : await freshDatabase(databaseUrl)
  const dialect = database({ dataDir: folder, databaseUrl: fresh?.url ?? null })
  const store = await openTestStore({ ...dialect, db: withCounters(dialect, isUncounted) })
  return {
    store,
    account: await store.accounts.ensure(DEFAULT_ACCOUNT),
    remove: async () => {
      await store.close()
      await fresh?.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The database; if `isUncounted`, inserts into job_counts have no effect in its transactions. */
function withCounters({ db }: Dialect, isUncounted: boolean): Kysely<Schema> {
  const nothing = { values: () => nothing, onConflict: () => nothing, execute: async () => [] }
  const replaced = <Target extends object>(target: Target, member: string, by: unknown): Target =>
    new Proxy(target, {
      get: (_, name) => {
        if (name === member) return by
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
  const transaction = () => ({
    execute: async <Result>(work: (trx: Transaction<Schema>) => Promise<Result>) =>
      db.transaction().execute(async (trx) => {
        const insertInto = (table: keyof Schema) =>
          isUncounted && table === 'job_counts' ? nothing : trx.insertInto(table)
        return work(replaced(trx, 'insertInto', insertInto))
      }),
  })
  return replaced(db, 'transaction', transaction)
}
