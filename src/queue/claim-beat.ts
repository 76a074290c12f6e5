import type { RecognisedText, TextPiece } from '../jobs/recognised-text.ts'
import type { Claim, Progress } from '../jobs/work.ts'
import type { Store } from '../store/open-store.ts'
import type { JobQueue } from './job-queue.ts'
import { WakeLoop } from './wake-loop.ts'

/** Milliseconds between two beats. A cancellation or a new job that was not notified is noticed in this time. */
const BEAT_MS = 1_000

export interface ClaimBeatOptions {
  /** Milliseconds of a lease. */
  readonly leaseMs: number
  /** How far a job is that this node works on. */
  readonly progress: (jobId: string) => Progress | null
  /** The text of a job that this node works on; null where none is to be stored. */
  readonly text: (jobId: string) => RecognisedText | null
  readonly onError: (error: unknown) => void
}

/** What was last sent to the store of the text of an attempt. */
interface NewestPiece {
  readonly attempt: string
  readonly piece: TextPiece
  /** False as long as the store has not said so: it may have the piece all the same. */
  readonly isStored: boolean
}

/**
 * Keeps what the queues of a node have claimed: extends the leases, stores the progress and what was recognised, aborts what is no longer the node's,
 * and releases what nobody keeps. For databases that several nodes share.
 */
export class ClaimBeat {
  readonly #loop: WakeLoop
  readonly #texts: Store['texts']
  /** The newest pieces of the texts of jobs, by their ids. */
  readonly #pieces = new Map<string, NewestPiece>()

  constructor(
    { work, texts }: Pick<Store, 'work' | 'texts'>,
    queues: readonly JobQueue[],
    options: ClaimBeatOptions,
  ) {
    this.#texts = texts
    const { leaseMs, progress, onError } = options
    let last = performance.now()
    this.#loop = new WakeLoop(async () => {
      this.#loop.wakeIn(Math.min(BEAT_MS, leaseMs / 3))
      const claims = queues.flatMap((queue) => queue.claims())
      const lost = await work.beat(
        claims.map((claim) => ({ ...claim, progress: progress(claim.jobId) })),
        leaseMs,
      )
      for (const { jobId, epoch } of lost) for (const queue of queues) queue.abort(jobId, epoch)
      // After a failure of the database, every node is late: they get the time to extend their leases.
      if (performance.now() - last < leaseMs / 2) await work.releaseExpired()
      last = performance.now()
      for (const queue of queues) queue.wake()
      await this.#storeTexts(claims, options.text)
    }, onError)
  }

  async #storeTexts(claims: readonly Claim[], textOf: ClaimBeatOptions['text']): Promise<void> {
    const ended = new Set(this.#pieces.keys())
    for (const claim of claims) {
      const { jobId } = claim
      const text = textOf(jobId)
      if (text === null) continue
      ended.delete(jobId)
      const piece = nextPiece(text, this.#pieces.get(jobId))
      if (piece === null) continue
      const { attempt } = text
      this.#pieces.set(jobId, { attempt, piece, isStored: false })
      await this.#texts.add(claim, attempt, piece)
      this.#pieces.set(jobId, { attempt, piece, isStored: true })
    }
    for (const jobId of ended) this.#pieces.delete(jobId)
  }

  start(): void {
    this.#loop.wake()
  }

  async close(): Promise<void> {
    await this.#loop.close()
  }
}

/** One that may be stored is repeated as it was: readers on other nodes may have it, and would not see what it has since become. */
function nextPiece(text: RecognisedText, newest: NewestPiece | undefined): TextPiece | null {
  if (newest?.attempt !== text.attempt) return text.after(null)
  const { attempt, piece, isStored } = newest
  return isStored ? text.after({ attempt, length: piece.from + piece.text.length }) : piece
}
