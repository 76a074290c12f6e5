/** The server-sent events of a service, over as many connections as it takes. */
import { ScriptoriumError } from './error.ts'
import { type Cancellable, sleep, type Transport, unreachable } from './transport.ts'
import type { AccountEvent } from './types.ts'

/** Milliseconds between two attempts to connect again. */
const RETRY_MS = 2_000
/** Milliseconds without a connection after which it is given up. */
const PATIENCE_MS = 120_000
/** Milliseconds without anything received after which a connection counts as broken: services send something every 15 s. */
const STALLED_MS = 40_000

export interface EventOptions extends Cancellable {
  /** The id of a job, whose progress and text are sent as well. */
  readonly job?: string | undefined
}

/** @throws {ScriptoriumError} when the service refuses, or cannot be reached for two minutes */
export async function* follow(
  transport: Transport,
  { job, signal }: EventOptions,
): AsyncGenerator<AccountEvent, void, undefined> {
  let aliveAt = performance.now()
  for (;;) {
    signal?.throwIfAborted()
    try {
      yield* connection(transport, { job, signal }, () => (aliveAt = performance.now()))
    } catch (error) {
      signal?.throwIfAborted()
      const isOver = performance.now() - aliveAt > PATIENCE_MS
      if (!(error instanceof ScriptoriumError) || !error.isTemporary || isOver) throw error
    }
    await sleep(RETRY_MS, signal)
  }
}

/**
 * The events of one connection, until it ends.
 * @param onAlive called whenever something was received
 */
async function* connection(
  transport: Transport,
  { job, signal }: EventOptions,
  onAlive: () => void,
): AsyncGenerator<AccountEvent, void, undefined> {
  const given = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const giveUp = () => {
    clearTimeout(timer)
    given.abort()
  }
  signal?.addEventListener('abort', giveUp)
  try {
    const response = await transport.send('GET', 'v2/events', { query: { job }, signal: given.signal })
    const reader = response.body!.getReader()
    const decoder = new TextDecoder()
    for (let text = ''; ;) {
      onAlive()
      clearTimeout(timer)
      timer = setTimeout(giveUp, STALLED_MS)
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
        if (data !== undefined) yield { event, data: JSON.parse(data) as unknown } as AccountEvent
      }
    }
  } catch (error) {
    throw error instanceof ScriptoriumError ? error : unreachable(transport.base, error)
  } finally {
    signal?.removeEventListener('abort', giveUp)
    giveUp()
  }
}
