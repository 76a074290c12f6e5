import type { Job } from '../../../clients/typescript/src/index.ts'
import { speechNotice } from '../speech-notice.ts'

/** What is to be said about the speech of a job; null where there is nothing to say, or no result. */
export function noticeOf({ result }: Job): string | null {
  if (result?.transcription === undefined) return null
  return speechNotice(result.metadata.unrecognised_speech, result.transcription.full_transcript)
}
