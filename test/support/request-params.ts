import type { JobKind } from '../../src/contract/common.ts'
import { liveParamsOf, liveRequest } from '../../src/contract/live-request.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'

/** The `request_params` of the simplest job of a kind. */
export function requestParams(kind: JobKind, audioUrl = 'https://example.com/talk.mp3') {
  return kind === 'live'
    ? liveParamsOf(liveRequest.parse({}))
    : preRecordedParamsOf(preRecordedRequest.parse({ audio_url: audioUrl }))
}
