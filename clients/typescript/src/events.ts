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
  /** The `id` of an event of a job, or the `next` of changes: everything that has changed since is sent. */
  readonly after?: string | undefined
}

/** @throws {ScriptoriumError} when the service refuses, or cannot be reached for two minutes */
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

/** A block of a stream: of one without an event, only its id counts, and one that shows that the connection is in use has neither. */
interface Block {
  readonly id?: string | undefined
  readonly event?: AccountEvent | undefined
}

/** What is received over one connection, until it ends. */
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
