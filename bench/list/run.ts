import type { CreateRate } from './create-rate.ts'
import type { LongPage } from './long-page.ts'
import type { Row } from './measure.ts'

/** What one run of the bench found out. */
export interface Run {
  readonly jobs: number
  readonly store: 'sqlite' | 'postgres'
  /** `seconds` is null when the database was there already. */
  readonly seeded: { readonly seconds: number | null; readonly megabytes: number }
  readonly machine: string
  readonly rows: readonly Row[]
  readonly longPage: LongPage
  readonly createRate: CreateRate
}
