import type { CreateRate } from './create-rate.ts'
import type { LongPage } from './long-page.ts'
import type { Row } from './measure.ts'

/** The result of one run of the benchmark. */
export interface Run {
  readonly jobs: number
  readonly store: 'sqlite' | 'postgres'
  /** `seconds` is null when the database was already seeded. */
  readonly seeded: { readonly seconds: number | null; readonly megabytes: number }
  readonly machine: string
  readonly rows: readonly Row[]
  readonly longPage: LongPage
  readonly createRate: CreateRate
}
