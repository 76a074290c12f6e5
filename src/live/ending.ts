/** Ends a session: makes its result, stores its file, and ends its job. */
import type { Logger } from 'pino'
import type { LiveParams } from '../contract/live-request.ts'
import type { LiveResult, LiveTranscriptionResult } from '../contract/result.ts'
import type { LastMessages, LiveOutcome } from '../jobs/live.ts'
import type { LiveStore } from '../store/jobs/live-store.ts'
import type { NodeId } from '../jobs/node.ts'
import { untilStored } from '../jobs/retry-store.ts'
import { isTransient } from '../jobs/store-error.ts'
import { storeOutcome } from '../jobs/store-outcome.ts'
import type { StoredFile } from '../jobs/stored-file.ts'
import type { Enricher } from '../enrichments/runner/enricher-process.ts'
import { enrichmentHooks, enrichmentSpans } from '../transcription/enrichment-hooks.ts'
import { resultMetadata } from '../transcription/metadata.ts'
import { transcriptOf } from '../transcription/transcript.ts'
import { traced } from '../platform/tracing.ts'
import type { Uploads } from '../intake/uploads.ts'
import type { Endings } from './endings.ts'
import { postMessages, postParams } from './enrichments.ts'
import { messagesIn, speechIn } from './journal-messages.ts'
import { mostSpoken } from '../text/most-spoken.ts'
import type { Journal } from './journal.ts'
import type { Reporter } from './reporter.ts'
import type { SessionAudio } from './session-audio.ts'

export interface ResultSettings {
  /** Maximum size of a result, in bytes of JSON. */
  readonly maxResultBytes: number
}

export interface EndingParts {
  readonly jobId: string
  readonly account: number
  readonly node: NodeId
  readonly params: LiveParams
  readonly audio: SessionAudio
  readonly journal: Journal
  readonly reporter: Reporter
  readonly store: LiveStore
  readonly files: Uploads
  readonly enricher: Enricher
  readonly endings: Endings
  readonly settings: ResultSettings
  readonly log: Logger
  /** Aborted when the service shuts down before the session has ended. */
  readonly signal: AbortSignal
}

/** Makes the result and reports it. The journal then contains every message except `end_session`. */
export async function resultOf(parts: EndingParts): Promise<LiveResult> {
  const { account, params, audio, journal, reporter, enricher, endings, settings, signal, log } = parts
  const { seconds } = audio
  const transcriptionTime = (Date.now() - reporter.startedAt) / 1000
  const { transcription, unrecognised } = await endings.make(account, async () => {
    reporter.report({ type: 'end_recording', data: { recording_duration: seconds } })
    const speech = await speechIn(journal)
    const transcript = transcriptOf({ ...speech, languages: mostSpoken(speech.utterances) })
    reporter.report({ type: 'post_transcript', data: transcript })
    return { transcription: transcript, unrecognised: speech.unrecognised }
  })
  const task = {
    transcription,
    params: postParams(params),
    audioDuration: seconds,
    audio: { type: 'live', path: await audio.file(), format: audio.format },
  } as const
  const hooks = { ...enrichmentHooks(log, signal), onEnded: enrichmentSpans() }
  const enriched = await enricher.enrich(task, hooks)
  return endings.make(account, async () => {
    for (const message of postMessages(task.params, enriched)) reporter.report(message)
    const result: LiveTranscriptionResult = {
      metadata: resultMetadata(seconds, params.channels, transcriptionTime, unrecognised),
      ...enriched,
    }
    reporter.report({ type: 'post_final_transcript', data: result })
    const maxBytes = settings.maxResultBytes - Buffer.byteLength(JSON.stringify(result))
    const { messages, omitted } = await messagesIn(journal, maxBytes)
    if (omitted > 0) log.warn({ omitted }, 'messages left out of a live result that would be too large')
    return { ...result, messages }
  })
}

/**
 * Moves the audio to the stored files and ends the job, durably.
 * @param callback the last messages for the callback URL; null if there is none
 */
export async function endJob(
  parts: EndingParts,
  outcome: LiveOutcome,
  callback: LastMessages | null = null,
): Promise<void> {
  const { account, endings, signal } = parts
  await endings.store(account, async () => {
    signal.throwIfAborted()
    await storeEnd(parts, outcome, callback)
  })
}

async function storeEnd(
  parts: EndingParts,
  outcome: LiveOutcome,
  callback: LastMessages | null,
): Promise<void> {
  const { jobId, node, store, files } = parts
  const file = await untilStored(async () => storedAudio(parts, outcome), parts)
  const finish = async (ending: LiveOutcome, isReported: boolean) =>
    store.finish(jobId, node, ending, file, isReported ? callback : null)
  await traced('store result', {}, async () => storeOutcome(outcome, finish, parts))
  // Deletes the file if the job has already ended otherwise.
  if (file !== null) await files.discard(file.id)
}

/** Moves the audio to the stored files. Null if the session failed and its audio is lost, as when segments were deleted. */
async function storedAudio(parts: EndingParts, { status }: LiveOutcome): Promise<StoredFile | null> {
  const { jobId, audio, params, files, signal, log } = parts
  try {
    await audio.file()
  } catch (error) {
    signal.throwIfAborted()
    if (status === 'done' || isTransient(error)) throw error
    log.error({ err: error }, 'audio of a live session is lost')
    return null
  }
  const { id, size } = await files.adopt(await audio.seal())
  const { seconds: duration } = audio
  return {
    id,
    filename: `${jobId}.wav`,
    extension: 'wav',
    source: null,
    size,
    duration,
    channels: params.channels,
  }
}
