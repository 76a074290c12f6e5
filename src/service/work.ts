/** Fetching and transcribing, with the processes that do it. */
import type { WorkHere } from '../http/parts.ts'
import type { Work } from '../jobs/work.ts'
import { ClaimBeat } from '../queue/claim-beat.ts'
import { JobQueue } from '../queue/job-queue.ts'
import { type AudioIntake, fetchesPerAccount } from '../intake/audio-intake.ts'
import { Transcriber } from '../transcription/transcriber.ts'
import { acceptRetranscriptions } from './accept-retranscriptions.ts'
import type { Base } from './base.ts'
import { createEnricher, createRecogniser } from './processes.ts'

function createTranscriber(base: Base, intake: AudioIntake): Transcriber {
  const { config, log, store, files } = base
  const { concurrency, maxAttempts } = config.jobs
  const recognisers = Array.from({ length: concurrency }, () => createRecogniser(base))
  const enricher = createEnricher(base)
  return new Transcriber({ work: store.work, files, intake, recognisers, enricher, log, maxAttempts })
}

/** The work of this node. */
export interface NodeWork extends WorkHere {
  start(): void
  /** Stops claiming work, lets jobs in progress end within `graceMs`, then returns the rest to the queue. */
  close(graceMs: number): Promise<void>
}

/** Creates one queue per stage of a job, so that a URL that is slow to fetch does not occupy a recogniser. */
export function createWork(base: Base, intake: AudioIntake): NodeWork {
  const { config, log, store, node, nodeState } = base
  const { fetches } = config.intake
  const { concurrency } = config.jobs
  const { workLeaseMs: leaseMs } = config.nodes
  const transcriber = createTranscriber(base, intake)
  const accepting = acceptRetranscriptions(base)
  const common = {
    node,
    isTaking: () => nodeState() === 'running',
    leaseMs,
    run: async (work: Work, signal: AbortSignal) => {
      await transcriber.run(work, signal)
      if (work.isAgain) accepting.wake()
      else store.wake.notify('callbacks')
    },
    onError: (error: unknown) => log.error({ err: error }, 'job queue failed; retrying'),
  }
  const transcriptions = new JobQueue(store.work, {
    ...common,
    stage: 'transcribe',
    concurrency,
    // A job may take minutes: if there are other accounts, an account leaves one of several recognisers to them.
    perAccount: async () => ((await store.accounts.count()) > 1 ? Math.max(1, concurrency - 1) : concurrency),
  })
  const downloads = new JobQueue(store.work, {
    ...common,
    stage: 'fetch',
    concurrency: fetches,
    perAccount: async () => fetchesPerAccount(fetches),
    run: async (work, signal) => {
      await common.run(work, signal)
      store.wake.notify('work')
    },
  })
  const queues = [downloads, transcriptions]
  const wake = () => queues.forEach((queue) => queue.wake())
  const progress = (jobId: string) => transcriber.progress.of(jobId)
  const text = (jobId: string) => transcriber.texts.of(jobId)
  store.wake.listen('work', wake)
  store.wake.listen('cancelled', (jobId) => queues.forEach((queue) => queue.abort(jobId)))
  if (store.isShared) keepClaims(base, queues, { progress, text })
  return {
    progress,
    text,
    followText: (jobId, signal) => transcriber.texts.follow(jobId, signal),
    start: wake,
    close: async (graceMs) => void (await Promise.all(queues.map(async (queue) => queue.close(graceMs)))),
  }
}

function keepClaims(
  { config, log, store, started }: Base,
  queues: readonly JobQueue[],
  here: Pick<NodeWork, 'progress' | 'text'>,
): void {
  const beat = new ClaimBeat(store, queues, {
    leaseMs: config.nodes.workLeaseMs,
    ...here,
    onError: (error) => log.error({ err: error }, 'leases of jobs could not be extended; retrying'),
  })
  started.defer(async () => beat.close())
  beat.start()
}
