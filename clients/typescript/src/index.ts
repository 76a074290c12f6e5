export { verifyCallback, verifyWebhook } from './callback.ts'
export { type ErrorCode, ScriptoriumError } from './error.ts'
export type { AudioKeeper } from './unacknowledged-audio.ts'
export { type CreateOptions, joinLive, type JoinOptions, type LiveSession } from './live-session.ts'
export type { SocketConstructor } from './live-stream.ts'
export type { Pages } from './pages.ts'
export type { EventOptions } from './events.ts'
export {
  type DoneJob,
  type GetOptions,
  type LiveOptions,
  Scriptorium,
  type ScriptoriumOptions,
  type TranscribeOptions,
  type UsageRange,
  type WaitOptions,
} from './scriptorium.ts'
export type { Cancellable, Query, RequestOptions } from './transport.ts'
export type * from './types.ts'
export type { AudioSource, UploadOptions, UploadProgress } from './upload.ts'
