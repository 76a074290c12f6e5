import type { Config } from '../../service/config.ts'

/** What a check found. */
export interface Finding {
  readonly status: 'ok' | 'warn' | 'fail'
  readonly finding: string
  /** What to do about it; null if there is nothing to do, or the finding says so. */
  readonly remedy: string | null
}

/** A check changes nothing. If it throws, it has failed, and the message says what to do. */
export interface Check {
  readonly name: string
  readonly run: (config: Config) => Promise<Finding>
}

export const ok = (finding: string): Finding => ({ status: 'ok', finding, remedy: null })
export const warn = (finding: string, remedy: string): Finding => ({ status: 'warn', finding, remedy })
export const fail = (finding: string, remedy: string | null): Finding => ({ status: 'fail', finding, remedy })
