import { setTimeout as delay } from 'node:timers/promises'
import { type Delivery, type Scriptorium, ScriptoriumError } from '../../../clients/typescript/src/index.ts'
import { UsageError } from '../errors.ts'
import { printable } from '../terminal.ts'
import { describeFailure } from './failure.ts'
import { forward } from './forward.ts'
import type { Io } from './io.ts'
import { JobEnds } from './job-ends.ts'

/** Minimum milliseconds between two polls for new callbacks. */
const REST_MS = 250
/** Maximum while a live session is open, which sends messages without a change of its job, and otherwise. */
const LIVE_LOOK_MS = 1_000
const LOOK_MS = 10_000
const PAGE = 100

type Callback = Pick<Delivery, 'id' | 'event' | 'method'>

/**
 * Forwards the callbacks of the account that are recorded from now on, in order, and the ends of its jobs without a callback URL, until
 * Ctrl-C. The service still sends its callbacks as usual.
 */
export async function listen(
  io: Io,
  client: Scriptorium,
  { forwardTo }: { forwardTo: string },
): Promise<void> {
  if (!/^https?:$/.test(URL.parse(forwardTo)?.protocol ?? ''))
    throw new UsageError(`--forward-to: ${forwardTo} must be an http:// or https:// URL`)
  const { stdout, stderr, interrupted } = io
  const forwarded = new Set<string>()
  for await (const callbacks of newCallbacks(io, client)) {
    if (callbacks === null) {
      stderr.write(`Forwarding the callbacks of this account to ${forwardTo}; press Ctrl-C to stop.\n`)
      continue
    }
    for (const callback of callbacks) {
      // The end of a job with a callback URL is found twice: as a delivery and as a change.
      if (forwarded.has(callback.id)) continue
      forwarded.add(callback.id)
      const outcome = await forward(client, callback, forwardTo, interrupted).catch(describeFailure)
      interrupted.throwIfAborted()
      stdout.write(`${new Date().toISOString()}  ${callback.event}  ${callback.id}  ${outcome}\n`)
    }
  }
}

/**
 * Yields the callbacks since the last poll, oldest first, and null at the first poll. Polls when jobs change. A service that does not
 * respond is polled until it does.
 */
async function* newCallbacks(
  { stderr, interrupted: signal }: Io,
  client: Scriptorium,
): AsyncGenerator<Callback[] | null, never> {
  const ends = await JobEnds.begin(client, signal)
  const changed = changesOf(client, signal)
  let known: ReadonlySet<string> | null = null
  let after = ''
  let ended: Callback[] = []
  for (;;) {
    try {
      ended.push(...(await ends.look()))
      const found: Delivery[] = await newestDeliveries(client, known, after, signal)
      const isNew = ({ id, created_at: at }: Delivery) => !known!.has(id) && at >= after
      yield known === null ? null : [...found.filter(isNew).toReversed(), ...ended]
      ended = []
      known = new Set(found.map(({ id }) => id))
      after = found[PAGE - 1]?.created_at ?? ''
    } catch (error) {
      if (known === null || !(error instanceof ScriptoriumError) || !error.isTemporary) throw error
      stderr.write(`${printable(error.message)} Trying again.\n`)
    }
    await delay(REST_MS, undefined, { signal })
    await changed(ends.hasOpenSession ? LIVE_LOOK_MS : LOOK_MS)
  }
}

/** @returns a function that waits until jobs have changed since its last call, for at most the given milliseconds */
function changesOf(client: Scriptorium, signal: AbortSignal): (atMost: number) => Promise<void> {
  let change = Promise.withResolvers<void>()
  const follow = async () => {
    while (!signal.aborted) {
      try {
        for await (const { event } of client.events({ signal })) if (event === 'job') change.resolve()
      } catch {
        // The polls report what is wrong.
        await delay(LIVE_LOOK_MS)
      }
    }
  }
  void follow()
  return async (atMost) => {
    const over = new AbortController()
    const rest = delay(atMost, undefined, { signal: AbortSignal.any([signal, over.signal]) })
    await Promise.race([change.promise, rest]).finally(() => over.abort())
    change = Promise.withResolvers()
  }
}

/** Reads pages until one reaches known or older deliveries: nodes may record out of order, but not by a whole page. */
async function newestDeliveries(
  client: Scriptorium,
  known: ReadonlySet<string> | null,
  after: string,
  signal: AbortSignal,
): Promise<Delivery[]> {
  const found: Delivery[] = []
  for await (const { items } of client.deliveries({ limit: PAGE }, { signal }).pages()) {
    found.push(...items)
    if (known === null || items.some(({ id, created_at: at }) => known.has(id) || at < after)) break
  }
  return found
}
