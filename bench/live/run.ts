import type { Load } from './load.ts'

/** Sessions that speech was played into, all at once. */
export interface SpokenRow extends Load {
  readonly sessions: number
  /** Seconds from the end of speech to its final. */
  readonly finalP50: number
  readonly finalP95: number
  /** Seconds that partials are behind. */
  readonly partialP50: number
  readonly partialP95: number
  /** Seconds between two partials. */
  readonly gapP95: number
  /** The part of the finals that have the words of the batch transcript. */
  readonly same: number
  readonly finals: number
  /** The part of the words that changed after they were shown in three partials; NaN when none was. */
  readonly unstable: number
}

/** Sessions into which nobody speaks. */
export interface IdleRow extends Load {
  readonly sessions: number
}

/** What one run of the bench found out. */
export interface Run {
  readonly machine: string
  /** Seconds of each session. */
  readonly seconds: number
  readonly endpointing: number
  /** Seconds that the batch recogniser takes for a second of the same audio. */
  readonly batchSpeed: number
  readonly rows: readonly SpokenRow[]
  readonly idle: IdleRow
}
