import { LimitError } from '../jobs/limits.ts'
import type { Outcome } from '../jobs/work.ts'
import { publish } from '../platform/metrics.ts'
import type { Store } from '../store/open-store.ts'

/** A store that publishes events for metrics: how long its operations take, how jobs end, and the attempts of callbacks. */
export function observedStore(store: Store): Store {
  const { work, live, deliveries } = store
  const published = {
    work: {
      finish: async (job, outcome, isReported) => {
        const isFirst = await work.finish(job, outcome, isReported)
        if (!isFirst) return false
        publishEnd('pre-recorded', outcome)
        if (outcome.status === 'done') {
          const { transcription_time: took, audio_duration: duration } = outcome.result.metadata
          if (duration > 0) publish('recognised', { factor: took / duration })
        }
        return true
      },
    },
    live: {
      countAudio: async (node, received) => {
        const limited = await live.countAudio(node, received)
        for (const { error } of limited) publish('limited', { limit: error.limit })
        return limited
      },
      finish: async (jobId, node, outcome, file, callback) => {
        const isFirst = await live.finish(jobId, node, outcome, file, callback)
        if (isFirst) publishEnd('live', outcome)
        return isFirst
      },
    },
    deliveries: {
      record: async (attempted, healthAfter) => {
        const changes = await deliveries.record(attempted, healthAfter)
        for (const { decision } of attempted) {
          const { state } = decision
          publish('callbackAttempt', { outcome: state === 'waiting' ? 'retrying' : state })
        }
        return changes
      },
    },
  } satisfies { [Part in keyof Store]?: Partial<Store[Part]> }
  const replaced: Partial<Readonly<Record<string, object>>> = published
  const parts = Object.entries(store) as [string, unknown][]
  const timedParts = parts.map(([name, part]) =>
    // `wake` does not use the database.
    typeof part === 'object' && part !== null && name !== 'wake'
      ? [name, timed(name, part, replaced[name])]
      : [name, part],
  )
  return Object.fromEntries(timedParts) as Store
}

function publishEnd(kind: 'pre-recorded' | 'live', outcome: Outcome<unknown>): void {
  const { status } = outcome
  publish('jobEnded', { kind, status, code: outcome.status === 'done' ? null : outcome.code })
}

/** @param replaced methods to call instead of the group's own */
function timed(group: string, store: object, replaced: object = {}): object {
  return new Proxy(store, {
    get: (_, name) => {
      const method: unknown = Reflect.get(replaced, name) ?? Reflect.get(store, name)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]): Promise<unknown> => {
        const began = performance.now()
        try {
          return await (Reflect.apply(method, store, args) as Promise<unknown>)
        } catch (error) {
          if (error instanceof LimitError) publish('limited', { limit: error.limit })
          throw error
        } finally {
          publish('storeCall', { group, seconds: (performance.now() - began) / 1000 })
        }
      }
    },
  })
}
