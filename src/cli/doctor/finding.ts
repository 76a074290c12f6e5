import type { Config } from '../../service/config.ts'

/** What a check found. */
export interface Finding {
  readonly status: 'ok' | 'warn' | 'fail'
  readonly finding: string
  /** What to do about it; null if it is fine, or the finding says it. */
  readonly remedy: string | null
}

/** Changes nothing. An error that it throws is a failure, whose message says what to do. */
export interface Check {
  readonly name: string
  readonly run: (config: Config) => Promise<Finding>
}

export const ok = (finding: string): Finding => ({ status: 'ok', finding, remedy: null })
export const warn = (finding: string, remedy: string): Finding => ({ status: 'warn', finding, remedy })
export const fail = (finding: string, remedy: string | null): Finding => ({ status: 'fail', finding, remedy })
