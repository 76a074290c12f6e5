/** Fetching and transcribing, with the processes that do it. */
import { join } from 'node:path'
import type { CallbackDispatcher } from '../callbacks/dispatcher.ts'
import { ClaimBeat } from '../queue/claim-beat.ts'
import { JobQueue } from '../queue/job-queue.ts'
import { RecogniserProcess } from '../recognition/batch/recogniser-process.ts'
import { type AudioIntake, fetchesPerAccount } from '../transcription/audio-intake.ts'
import { Transcriber } from '../transcription/transcriber.ts'
import type { Base } from './base.ts'
import { createEnricher } from './enricher.ts'

export function createTranscriber(base: Base, intake: AudioIntake): Transcriber {
  const { config, log, store, files, ffmpeg, spool, started } = base
  const { concurrency, maxAttempts, stallSeconds } = config.jobs
  const options = {
    ffmpeg,
    folder: spool,
    maxSeconds: config.intake.maxSeconds,
    models: join(config.storage.dataDir, 'models'),
    stallSeconds,
  }
  const recognisers = Array.from({ length: concurrency }, () => new RecogniserProcess(options))
  started.defer(async () => void (await Promise.all(recognisers.map(async (one) => one.close()))))
  const enricher = createEnricher(base)
  return new Transcriber({ work: store.work, files, intake, recognisers, enricher, log, maxAttempts })
}

/** The queues of the stages of a job: a URL that is slow to fetch keeps no recogniser waiting. */
export function createQueues(
  base: Base,
  transcriber: Transcriber,
  callbacks: CallbackDispatcher,
): JobQueue[] {
  const { config, log, store, node } = base
  const { fetches } = config.intake
  const { concurrency } = config.jobs
  const onError = (error: unknown) => log.error({ err: error }, 'job queue failed; retrying')
  const { workLeaseMs: leaseMs, accountConcurrency } = config.nodes
  const transcriptions = new JobQueue(store.work, {
    node,
    leaseMs,
    accountConcurrency,
    stage: 'transcribe',
    concurrency,
    // A job may take minutes: an account leaves one recogniser of several to the other accounts, if there are any.
    perAccount: async () => ((await store.accounts.count()) > 1 ? Math.max(1, concurrency - 1) : concurrency),
    run: async (work, signal) => {
      await transcriber.run(work, signal)
      callbacks.wake()
    },
    onError,
  })
  const downloads = new JobQueue(store.work, {
    node,
    leaseMs,
    accountConcurrency,
    stage: 'fetch',
    concurrency: fetches,
    perAccount: async () => fetchesPerAccount(fetches),
    run: async (work, signal) => {
      await transcriber.run(work, signal)
      transcriptions.wake()
      callbacks.wake()
    },
    onError,
  })
  const queues = [downloads, transcriptions]
  if (store.isShared) keepClaims(base, queues, transcriber)
  return queues
}

function keepClaims(
  { config, log, store, node, started }: Base,
  queues: readonly JobQueue[],
  transcriber: Transcriber,
): void {
  const beat = new ClaimBeat(store.work, queues, {
    node,
    leaseMs: config.nodes.workLeaseMs,
    progress: (jobId) => transcriber.progress.of(jobId),
    onError: (error) => log.error({ err: error }, 'leases of jobs could not be extended; retrying'),
  })
  started.defer(async () => beat.close())
  beat.start()
}
