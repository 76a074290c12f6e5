/** Tracks the progress of jobs, and estimates their remaining time. */

import type { Progress, Stage } from '../jobs/work.ts'

/** Seconds that a stage takes per second of audio; null until a job has passed through it. */
type Rates = Readonly<Record<Exclude<Stage, 'fetching'>, number | null>>

interface Current {
  readonly stage: Stage
  /** When the stage began, in milliseconds. */
  readonly since: number
  readonly audioSeconds: number
  readonly isEnriched: boolean
  /** As of the start of the job, so that its fraction does not decrease when they change. */
  readonly rates: Rates
  /** Share of the stage, 0–1. */
  done: number
}

/** Factor by which each job reduces the weight of earlier ones: the last ten have two thirds of the weight. */
const DECAY = 0.9

/** An average rate, weighted by the length of the audio, since short jobs take longer per second. */
class MeasuredRate {
  #spent = 0
  #audio = 0

  get value(): number | null {
    return this.#audio === 0 ? null : this.#spent / this.#audio
  }

  add(spentSeconds: number, audioSeconds: number): void {
    this.#spent = this.#spent * DECAY + spentSeconds
    this.#audio = this.#audio * DECAY + audioSeconds
  }
}

export class ProgressBoard {
  readonly #jobs = new Map<string, Current>()
  readonly #measured = { recognising: new MeasuredRate(), enriching: new MeasuredRate() }
  readonly #now: () => number

  /** @param now a monotonic clock, in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** The job is being fetched. */
  fetching(jobId: string): void {
    this.#begin(jobId, 'fetching', 0, false)
  }

  /** The speech of the job is being recognised. */
  recognising(jobId: string, audioSeconds: number, isEnriched: boolean): void {
    this.#begin(jobId, 'recognising', audioSeconds, isEnriched)
  }

  /** The speech of the job has been recognised, and is being enriched. */
  enriching(jobId: string): void {
    const current = this.#measure(jobId)
    if (current !== undefined)
      this.#jobs.set(jobId, { ...current, stage: 'enriching', since: this.#now(), done: 0 })
  }

  /** @param done share of the stage, 0–1 */
  report(jobId: string, done: number): void {
    const current = this.#jobs.get(jobId)
    // A second attempt at a stage begins at 0 again; do not go back.
    if (current !== undefined) current.done = Math.max(current.done, Math.min(done, 1))
  }

  /** The job has its result, which still has to be stored. */
  complete(jobId: string): void {
    const current = this.#measure(jobId)
    if (current !== undefined) current.done = 1
  }

  /** The job is no longer in progress. */
  leave(jobId: string): void {
    this.#jobs.delete(jobId)
  }

  /** Null for a job that is not in progress. */
  of(jobId: string): Progress | null {
    const current = this.#jobs.get(jobId)
    if (current === undefined) return null
    const { stage, done } = current
    const { recognising, enriching } = weights(current)
    const passed = { fetching: 0, recognising: done * recognising, enriching: recognising + done * enriching }
    const elapsed = (this.#now() - current.since) / 1000
    return {
      stage,
      fraction: passed[stage] / (recognising + enriching),
      etaSeconds: remainingSeconds(current, elapsed),
    }
  }

  #begin(jobId: string, stage: Stage, audioSeconds: number, isEnriched: boolean): void {
    const { recognising, enriching } = this.#measured
    const rates = { recognising: recognising.value, enriching: enriching.value }
    this.#jobs.set(jobId, { stage, since: this.#now(), audioSeconds, isEnriched, rates, done: 0 })
  }

  /** Measures the stage that the job has completed. */
  #measure(jobId: string): Current | undefined {
    const current = this.#jobs.get(jobId)
    if (current === undefined || current.stage === 'fetching') return current
    const spent = (this.#now() - current.since) / 1000
    if (current.stage === 'recognising' || current.isEnriched)
      this.#measured[current.stage].add(spent, current.audioSeconds)
    return current
  }
}

/** The weights of the stages; until both are measured, they weigh the same. */
function weights({ rates, isEnriched }: Current) {
  const recognising = rates.recognising ?? rates.enriching ?? 1
  return { recognising, enriching: isEnriched ? (rates.enriching ?? recognising) : 0 }
}

function remainingSeconds(
  { stage, done, audioSeconds, isEnriched, rates }: Current,
  elapsed: number,
): number | null {
  if (stage === 'fetching') return null
  const expected = (rate: number | null) => (rate === null ? null : rate * audioSeconds)
  const enriching = isEnriched ? expected(rates.enriching) : 0
  if (enriching === null) return null
  if (stage === 'enriching') return Math.max(0, enriching - elapsed)
  // Use the job's own speed, once it is known.
  if (done > 0) return (elapsed * (1 - done)) / done + enriching
  const recognising = expected(rates.recognising)
  return recognising === null ? null : Math.max(0, recognising - elapsed) + enriching
}
