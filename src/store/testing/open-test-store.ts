import { openStore, type Store } from '../open-store.ts'
import type { Dialect } from '../databases/dialect.ts'

/** The SECRET_KEY of all stores and services in tests, so that they can open each other's databases. */
export const TEST_SECRET_KEY = 'the-secret-key-of-all-tests-0123456789'

export async function openTestStore(dialect: Dialect): Promise<Store> {
  return openStore(dialect, TEST_SECRET_KEY)
}
