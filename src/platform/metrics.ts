/**
 * Events that the parts of the service publish for metrics and the audit log, on channels of `node:diagnostics_channel`:
 * an event without subscribers costs a look-up, and no part knows who counts.
 */
import { channel } from 'node:diagnostics_channel'

interface Events {
  /** A request was answered, or its client disconnected. `route` is the pattern, not the path; null if no route matched. */
  readonly request: {
    readonly method: string | null
    readonly route: string | null
    readonly status: number | null
    readonly seconds: number
  }
  /** A child process crashed or stalled; `process` is the name of its module. */
  readonly processLost: { readonly process: string; readonly reason: 'crashed' | 'stalled' }
  /** A final of a live session was recognised; seconds since the end of its speech was received. */
  readonly liveFinal: { readonly seconds: number }
  readonly storeCall: { readonly group: string; readonly seconds: number }
  /** `code` is null for a job that is done. */
  readonly jobEnded: {
    readonly kind: string
    readonly status: 'done' | 'error'
    readonly code: number | null
  }
  /** A file was recognised; `factor` is the time taken divided by the duration of the audio. */
  readonly recognised: { readonly factor: number }
  /** Something was refused or stopped because an account has reached a limit. */
  readonly limited: { readonly limit: string }
  /** Jobs were deleted from the trash of an account, to make room for what would have exceeded its storage limit. */
  readonly roomMade: { readonly account: number; readonly jobs: number }
  readonly callbackAttempt: { readonly outcome: 'delivered' | 'retrying' | 'failed' }
}

type Name = keyof Events

const channelOf = (name: Name) => channel(`scriptorium:${name}`)

/** Whether anyone subscribes to an event: check it before computing costly fields. */
export function isCounted(name: Name): boolean {
  return channelOf(name).hasSubscribers
}

export function publish<Of extends Name>(name: Of, event: Events[Of]): void {
  if (isCounted(name)) channelOf(name).publish(event)
}

/** @returns a function that ends the subscription */
export function subscribe<Of extends Name>(name: Of, onEvent: (event: Events[Of]) => void): () => void {
  const listener = (event: unknown): void => onEvent(event as Events[Of])
  channelOf(name).subscribe(listener)
  return () => {
    channelOf(name).unsubscribe(listener)
  }
}
