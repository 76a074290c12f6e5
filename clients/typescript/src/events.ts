/** Follows the service's server-sent events, reconnecting as needed. */
import { ScriptoriumError } from './error.ts'
import { type Cancellable, sleep, type Transport, unreachable } from './transport.ts'
import type { AccountEvent } from './types.ts'

/** Milliseconds between attempts to reconnect. */
const RETRY_MS = 2_000
/** Milliseconds without a connection before giving up. */
const PATIENCE_MS = 120_000
/** Milliseconds of silence after which a connection is considered broken: the service sends something every 15 s. */
const STALLED_MS = 40_000

export interface EventOptions extends Cancellable {
  /** The id of a job whose progress and text are sent as well. */
  readonly job?: string | undefined
  /** The `id` of a job's event, or the `next` of a page of changes: all changes since then are sent. */
  readonly after?: string | undefined
}

/** @throws {ScriptoriumError} if the service refuses the request or is unreachable for two minutes */
export async function* follow(
  transport: Transport,
  { job, after, signal }: EventOptions,
): AsyncGenerator<AccountEvent, void, undefined> {
  let aliveAt = performance.now()
  let last = after
  for (;;) {
    signal?.throwIfAborted()
    try {
      for await (const { id, event } of connection(transport, { job, after: last, signal })) {
        aliveAt = performance.now()
        if (id !== undefined) last = id
        if (event !== undefined) yield event
      }
    } catch (error) {
      signal?.throwIfAborted()
      const isOver = performance.now() - aliveAt > PATIENCE_MS
      if (!(error instanceof ScriptoriumError) || !error.isTemporary || isOver) throw error
    }
    await sleep(RETRY_MS, signal)
  }
}

/** A block of the stream. A block without an event may carry just an id; a heartbeat has neither. */
interface Block {
  readonly id?: string | undefined
  readonly event?: AccountEvent | undefined
}

/** Yields the blocks received over one connection, until it ends. */
async function* connection(
  transport: Transport,
  { job, after, signal }: EventOptions,
): AsyncGenerator<Block, void, undefined> {
  const given = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const giveUp = () => {
    clearTimeout(timer)
    given.abort()
  }
  signal?.addEventListener('abort', giveUp)
  try {
    const response = await transport.send('GET', 'v2/events', { query: { job, after }, signal: given.signal })
    const reader = response.body!.getReader()
    const decoder = new TextDecoder()
    for (let text = ''; ;) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, STALLED_MS)
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      yield* blocks.map(parsed)
    }
  } catch (error) {
    throw error instanceof ScriptoriumError ? error : unreachable(transport.base, error)
  } finally {
    signal?.removeEventListener('abort', giveUp)
    giveUp()
  }
}

function parsed(block: string): Block {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const [id, event, data] = ['id', 'event', 'data'].map((name) => fields.get(name))
  if (event === undefined || data === undefined) return { id }
  const parts = { event, data: JSON.parse(data) as unknown, ...(id !== undefined && { id }) }
  return { id, event: parts as AccountEvent }
}
