/** The end of a session whose sound was recognised, or that cannot go on: its result, its file, and its job's end. */
import type { Logger } from 'pino'
import type { LiveParams } from '../contract/live-request.ts'
import type { LiveResult, LiveTranscriptionResult } from '../contract/result.ts'
import type { AudioFiles } from '../files/audio-files.ts'
import type { LiveOutcome, LiveStore } from '../jobs/live-store.ts'
import { untilStored } from '../jobs/retry-store.ts'
import type { StoredFile } from '../jobs/stored-file.ts'
import type { Enricher, EnrichmentHooks } from '../intelligence/runner/enricher-process.ts'
import { resultMetadata } from '../transcription/metadata.ts'
import { transcriptOf } from '../transcription/transcript.ts'
import { postMessages, wholeParams } from './enrichments.ts'
import { messagesIn, spokenLanguages } from './journal-messages.ts'
import type { Journal } from './journal.ts'
import type { Recording } from './recording.ts'
import type { Reporter } from './reporter.ts'

export interface EndingParts {
  readonly jobId: string
  readonly params: LiveParams
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly recording: Recording
  readonly journal: Journal
  readonly reporter: Reporter
  readonly store: LiveStore
  readonly files: AudioFiles
  readonly enricher: Enricher
  readonly log: Logger
  /** Aborted when the service ends before the session does. */
  readonly signal: AbortSignal
}

/** Makes the result, and tells the client of it; the journal then has every message but the last. */
export async function resultOf(parts: EndingParts): Promise<LiveResult> {
  const { params, recording, journal, reporter, startedAt, enricher, signal, log } = parts
  const { seconds } = recording
  const transcriptionTime = (Date.now() - startedAt) / 1000
  reporter.say({ type: 'end_recording', data: { recording_duration: seconds } })
  const { utterances } = await messagesIn(journal)
  const transcription = transcriptOf({ utterances, languages: spokenLanguages(utterances) })
  reporter.say({ type: 'post_transcript', data: transcription })
  const task = {
    transcription,
    params: wholeParams(params),
    audioDuration: seconds,
    sound: { type: 'live', path: recording.path, format: recording.format },
  } as const
  const found = await enricher.enrich(task, enrichmentHooks(log, signal))
  for (const message of postMessages(found)) reporter.say(message)
  const result: LiveTranscriptionResult = {
    metadata: resultMetadata(seconds, params.channels, transcriptionTime),
    ...found,
  }
  reporter.say({ type: 'post_final_transcript', data: result })
  const { messages } = await messagesIn(journal)
  return { ...result, messages }
}

export function enrichmentHooks(log: Logger, signal: AbortSignal): EnrichmentHooks {
  return {
    onFailure: (enrichment, error) => log.warn({ enrichment, err: error }, 'enrichment failed'),
    signal,
  }
}

/**
 * Puts the recording among the received files, and ends the job. Both are durable when it returns.
 * @param told the last messages for the callback URL, if there is one
 */
export async function endJob(
  parts: EndingParts,
  outcome: LiveOutcome,
  told: Parameters<LiveStore['finish']>[3] = null,
): Promise<void> {
  const { jobId, recording, params, store, files } = parts
  const { id, size } = await untilStored(async () => {
    await recording.seal()
    return files.adopt(recording.path)
  }, parts)
  const file: StoredFile = {
    id,
    filename: `${jobId}.wav`,
    extension: 'wav',
    source: null,
    size,
    duration: recording.seconds,
    channels: params.channels,
  }
  await untilStored(async () => store.finish(jobId, outcome, file, told), parts)
  await files.keep(id)
}
