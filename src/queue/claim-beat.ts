import type { RecognisedText, TextPiece } from '../jobs/recognised-text.ts'
import type { Claim, Progress } from '../jobs/work.ts'
import type { Store } from '../store/open-store.ts'
import type { JobQueue } from './job-queue.ts'
import { WakeLoop } from './wake-loop.ts'

/** Milliseconds between two beats. A cancellation or a new job whose notification was lost is noticed within this time. */
const BEAT_MS = 1_000

export interface ClaimBeatOptions {
  /** Milliseconds of a lease. */
  readonly leaseMs: number
  /** The progress of a job that this node works on. */
  readonly progress: (jobId: string) => Progress | null
  /** The recognised text of a job that this node works on; null if there is none to store. */
  readonly text: (jobId: string) => RecognisedText | null
  readonly onError: (error: unknown) => void
}

/** The last piece of the text of an attempt that was sent to the store. */
interface NewestPiece {
  readonly attempt: string
  readonly piece: TextPiece
  /** False until the store has confirmed the piece, although it may already have it. */
  readonly isStored: boolean
}

/**
 * Keeps the claims of a node's queues: extends their leases, stores progress and recognised text, aborts work on lost claims, and
 * releases expired claims of any node. For databases that several nodes share.
 */
export class ClaimBeat {
  readonly #loop: WakeLoop
  readonly #texts: Store['texts']
  /** The newest piece of each job's text, by job id. */
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
      // After a database failure, every node is late. Give all of them time to extend their leases.
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

/** A piece that may have been stored is sent again unchanged: readers on other nodes may have it, and would not see it grow. */
function nextPiece(text: RecognisedText, newest: NewestPiece | undefined): TextPiece | null {
  if (newest?.attempt !== text.attempt) return text.after(null)
  const { attempt, piece, isStored } = newest
  return isStored ? text.after({ attempt, length: piece.from + piece.text.length }) : piece
}
