import { bucketOf } from '../../src/jobs/bucket.ts'
import type { SeedJob } from './dataset.ts'

const BUCKETS = 8
const BLOCK = 256

/** Counts the jobs of one account in order of creation. */
export class Tally {
  /** By block of 256 ordinals and bucket. */
  readonly #counts = new Map<number, number>()

  jobs = 0
  jobsWithFile = 0
  /** When the newest job was created. */
  createdAt = 0

  add({ ordinal, kind, status, bucket, createdAt }: SeedJob): void {
    this.jobs += 1
    if (kind === 'pre-recorded') this.jobsWithFile += 1
    this.createdAt = createdAt
    // A job leaves a row with a count of 0 in every status that it has passed.
    this.#count(ordinal, bucketOf(kind, 'queued'), 0)
    if (status !== 'queued') this.#count(ordinal, bucketOf(kind, 'processing'), 0)
    this.#count(ordinal, bucket, 1)
  }

  #count(ordinal: number, bucket: number, by: number): void {
    const at = Math.floor(ordinal / BLOCK) * BUCKETS + bucket
    this.#counts.set(at, (this.#counts.get(at) ?? 0) + by)
  }

  /** The rows of job_counts. */
  *rows(): Generator<{ level: number; bucket: number; block: number; jobs: number }> {
    let counts: ReadonlyMap<number, number> = this.#counts
    for (const level of [1, 2, 3]) {
      const above = new Map<number, number>()
      for (const [at, jobs] of counts) {
        const [block, bucket] = [Math.floor(at / BUCKETS), at % BUCKETS]
        yield { level, bucket, block, jobs }
        const parent = Math.floor(block / BLOCK) * BUCKETS + bucket
        above.set(parent, (above.get(parent) ?? 0) + jobs)
      }
      counts = above
    }
  }
}
