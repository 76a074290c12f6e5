import { after, suite } from 'node:test'
import { freshDatabase, throwawayPostgres } from './throwaway-postgres.ts'

const postgres = await throwawayPostgres('quick')
after(async () => {
  if ('url' in postgres) await postgres.stop()
})

/** An empty database for one test. */
export interface FreshDatabase {
  /** Value of DATABASE_URL; null for SQLite in the data folder. */
  readonly url: string | null
  readonly drop: () => Promise<void>
}

/** Runs a suite on SQLite and on PostgreSQL. */
export function onEachStore(title: string, tests: (fresh: () => Promise<FreshDatabase>) => void): void {
  suite(`${title}, on SQLite`, () => tests(async () => ({ url: null, drop: async () => {} })))
  const skip = 'missing' in postgres && postgres.missing
  suite(`${title}, on PostgreSQL`, { skip }, () =>
    tests(async () => {
      if ('missing' in postgres) throw new Error(postgres.missing)
      const { url, stop } = await freshDatabase(postgres.url)
      return { url, drop: stop }
    }),
  )
}
