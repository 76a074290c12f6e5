import type { Load } from './load.ts'

/** Concurrent sessions with speech. */
export interface SpokenRow extends Load {
  readonly sessions: number
  /** Seconds from the end of speech to its final. */
  readonly finalP50: number
  readonly finalP95: number
  /** Seconds from the last word of a partial to the partial. */
  readonly partialP50: number
  readonly partialP95: number
  /** Seconds between two partials. */
  readonly gapP95: number
  /** Share of the finals that have the words of the batch transcript. */
  readonly same: number
  readonly finals: number
  /** Share of the words that changed after three consecutive partials; NaN if there were no such words. */
  readonly unstable: number
}

/** Silent sessions. */
export interface IdleRow extends Load {
  readonly sessions: number
}

/** The result of one run of the benchmark. */
export interface Run {
  readonly machine: string
  /** Seconds of each session. */
  readonly seconds: number
  readonly endpointing: number
  /** Seconds that batch recognition takes per second of the same audio. */
  readonly batchSpeed: number
  readonly rows: readonly SpokenRow[]
  readonly idle: IdleRow
}
