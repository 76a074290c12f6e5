/** An open store in its own database. */
import type { Dialect } from '../../src/store/databases/dialect.ts'
import type { Store } from '../../src/store/open-store.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import type { FreshDatabase } from './on-each-store.ts'
import { temporaryFolder } from './scriptorium.ts'
import { dialectOf, type StorePlace } from './store-place.ts'

export interface OpenStore {
  readonly place: StorePlace
  readonly dialect: Dialect
  readonly store: Store
  /** The account `default`. */
  readonly account: number
  /** Closes the store and drops the database. */
  readonly close: () => Promise<void>
}

/** @param fill fills the database before it is opened */
export async function openFresh(
  fresh: () => Promise<FreshDatabase>,
  fill: (place: StorePlace) => Promise<void> = async () => {},
): Promise<OpenStore> {
  const { url: databaseUrl, drop } = await fresh()
  const place = { dataDir: temporaryFolder(), databaseUrl }
  await fill(place)
  const dialect = dialectOf(place)
  const store = await openTestStore(dialect)
  return {
    place,
    dialect,
    store,
    account: await store.accounts.ensure('default'),
    close: async () => {
      await store.close()
      await drop()
    },
  }
}
