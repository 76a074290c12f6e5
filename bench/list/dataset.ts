/**
 * The seeded jobs. The content of a job depends on its age, counted in jobs from the newest one, so that the first pages
 * of 10,000 jobs and of 10 million are byte-identical.
 */
import type { JobKind, JobStatus } from '../../src/contract/common.ts'
import { bucketOf } from '../../src/jobs/bucket.ts'
import { random } from './random.ts'
import { jobTexts, type ResultSize, type ResultText } from './texts.ts'

/** The nine other accounts have a hundredth of the jobs each, created in between. */
export const OTHER_ACCOUNTS = 9
export const jobsOfOther = (jobs: number): number => jobs / 100
/** The number of newest jobs that have a result of 20 KB and whose words are indexed. */
export const NEWEST = 10_000

const FIRST_DAY = Date.UTC(2024, 6, 1)
const DAY = 86_400_000
const DAYS = 365
const BURST_DAY = 250
/** The shares of the jobs before the burst day, and before its end. */
const [BEFORE_BURST, WITH_BURST] = [0.6, 0.9]
/** The day on which 30 % of all jobs were created. */
export const BURST_DATE = dateOf(BURST_DAY)
export const ORDINARY_DATE = dateOf(100)

/** The moment after this share of the time in which jobs were created. */
export const momentAt = (part: number): Date => new Date(FIRST_DAY + Math.floor(part * DAYS * DAY))

function dateOf(day: number): string {
  return new Date(FIRST_DAY + day * DAY).toISOString().slice(0, 10)
}

/** A job as stored. */
export interface SeedJob {
  readonly id: string
  /** 0 for the measured account, followed by the others. */
  readonly owner: number
  readonly ordinal: number
  readonly kind: JobKind
  readonly status: JobStatus
  readonly bucket: number
  readonly createdAt: number
  readonly completedAt: number | null
  readonly metadata: string
  readonly leaves: readonly { path: string; value: string; number: number }[]
  readonly requestParams: string
  readonly result: ResultText | null
  readonly isNewest: boolean
}

/** All jobs in order of creation. */
export function* seedJobs(jobs: number): Generator<SeedJob> {
  const texts = jobTexts()
  const numbers = new LeafNumbers()
  const job = (owner: number, index: number, of: number): SeedJob => {
    const age = of - 1 - index
    const isNewest = owner === 0 && age < NEWEST
    const rng = random(owner * 2 ** 26 + age)
    const id = rng.uuid()
    const kind = rng.below(5) === 0 ? 'live' : 'pre-recorded'
    const status = statusOf(rng.below(100))
    const isOver = status === 'done' || status === 'error'
    const createdAt = creationTime(index / of)
    const { metadata, leaves } = metadataOf(index + 1, of)
    const numbered = leaves.map((leaf) => ({ ...leaf, number: numbers.next(owner, kind, leaf.value) }))
    return {
      id,
      owner,
      ordinal: index + 1,
      kind,
      status,
      bucket: bucketOf(kind, status),
      createdAt,
      completedAt: isOver ? createdAt + 1_000 + rng.below(300_000) : null,
      metadata,
      leaves: numbered,
      requestParams: texts.requestParams(kind, id),
      result: status === 'done' ? texts.result(kind, isNewest ? 'usual' : sizeOfOld(rng.unit()), rng) : null,
      isNewest,
    }
  }
  const ofOther = jobsOfOther(jobs)
  for (let index = 0; index < jobs; index++) {
    yield job(0, index, jobs)
    // One job of each other account per 100 jobs.
    if (index % 10 === 9 && index % 100 < 90) {
      yield job(1 + Math.floor((index % 100) / 10), Math.floor(index / 100), ofOther)
    }
  }
}

function statusOf(percent: number): JobStatus {
  if (percent < 94) return 'done'
  if (percent < 98) return 'error'
  return percent === 98 ? 'processing' : 'queued'
}

function sizeOfOld(unit: number): ResultSize {
  if (unit < 1 / 10_000) return 'long'
  return unit < 1 / 100 ? 'usual' : 'short'
}

/** The creation time of the job after this share of all jobs. */
function creationTime(part: number): number {
  let day
  if (part < BEFORE_BURST) day = (part / BEFORE_BURST) * BURST_DAY
  else if (part < WITH_BURST) day = BURST_DAY + (part - BEFORE_BURST) / (WITH_BURST - BEFORE_BURST)
  else day = BURST_DAY + 1 + ((part - WITH_BURST) / (1 - WITH_BURST)) * (DAYS - BURST_DAY - 1)
  return FIRST_DAY + Math.floor(day * DAY)
}

const USERS_JOBS = 100
const PLANS = ['free', 'pro'] as const

/** custom_metadata: a unique value, one shared by 100 jobs, and one of two values. */
export const orderOf = (ordinal: number): string => `order-${ordinal}`
export const userOf = (ordinal: number, of: number): string => `user-${ordinal % Math.ceil(of / USERS_JOBS)}`
export const planOf = (ordinal: number): string => PLANS[ordinal % PLANS.length]!

function metadataOf(ordinal: number, of: number) {
  const [order, user, plan] = [orderOf(ordinal), userOf(ordinal, of), planOf(ordinal)]
  return {
    metadata: `{"order":"${order}","user":"${user}","plan":"${plan}"}`,
    leaves: [
      { path: '["order"]', value: order },
      { path: '["user"]', value: user },
      { path: '["plan"]', value: plan },
    ],
  }
}

/** Numbers the jobs of an account and a kind that share a value; no two keys share a value. */
class LeafNumbers {
  readonly #newest = new Map<string, number>()

  next(owner: number, kind: JobKind, value: string): number {
    // Unique to its job, so that ten million entries need not be kept.
    if (value.startsWith(orderOf(0).slice(0, -1))) return 1
    const run = `${owner} ${kind} ${value}`
    const number = (this.#newest.get(run) ?? 0) + 1
    this.#newest.set(run, number)
    return number
  }
}
