/** The metrics of this process for Prometheus. Loaded only if metrics are on. No label names an account, a job or a URL. */
import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { REFUSING_LIMITS } from '../jobs/limits.ts'
import { subscribe } from '../platform/metrics.ts'
import type { Load } from '../store/jobs/queue-store.ts'

/** How long the answer of the store is reused by further scrapes. */
const LOAD_MS = 5_000

/** Sources of the values that are read at each scrape. */
export interface MetricsSources {
  readonly version: string
  readonly load: () => Promise<Load>
  /** How many live sessions are open in this process. */
  readonly openSessions: () => number
  /** Folders whose disk space is shown, by label. */
  readonly folders: Readonly<Record<string, string>>
}

export interface Metrics {
  readonly contentType: string
  /** The metrics as text. */
  text(): Promise<string>
  /** Stops counting. */
  close(): void
}

export function createMetrics(sources: MetricsSources): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  // `promtool check metrics` rejects these gauges, because they are named like counters.
  for (const what of ['handles', 'requests', 'resources'])
    register.removeSingleMetric(`nodejs_active_${what}_total`)
  gauges(register, sources)
  const subscriptions = countEvents(register)
  return {
    contentType: register.contentType,
    text: async () => register.metrics(),
    close: () => subscriptions.forEach((end) => end()),
  }
}

/** Counts events as they happen. */
function countEvents(register: Registry): (() => void)[] {
  const registers = [register]
  const requests = new Counter({
    name: 'scriptorium_http_requests_total',
    help: 'Requests, by the pattern of their route; status is "aborted" if the client disconnected before the answer.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'scriptorium_http_request_duration_seconds',
    help: 'Seconds from a request to the end of its answer.',
    labelNames: ['method', 'route'],
    registers,
  })
  const storeSeconds = new Histogram({
    name: 'scriptorium_store_operation_duration_seconds',
    help: 'Seconds of operations of the store, by group.',
    labelNames: ['group'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  })
  const jobs = new Counter({
    name: 'scriptorium_jobs_ended_total',
    help: 'Jobs that this process ended; code is the error code of the job, or empty.',
    labelNames: ['kind', 'status', 'code'],
    registers,
  })
  const factor = new Histogram({
    name: 'scriptorium_recognition_real_time_factor',
    help: 'Time to recognise a file, divided by the duration of its audio.',
    buckets: [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 5],
    registers,
  })
  const finals = new Histogram({
    name: 'scriptorium_live_final_delay_seconds',
    help: 'Seconds from the receipt of the end of speech to the final transcript, including endpointing.',
    buckets: [0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 5, 10],
    registers,
  })
  const attempts = new Counter({
    name: 'scriptorium_callback_attempts_total',
    help: 'Attempts to deliver a callback: delivered, retrying, or failed for good.',
    labelNames: ['outcome'],
    registers,
  })
  const limited = new Counter({
    name: 'scriptorium_limited_total',
    help: 'Requests refused, and jobs and live sessions ended, because an account reached a limit.',
    labelNames: ['limit'],
    registers,
  })
  const losses = new Counter({
    name: 'scriptorium_process_losses_total',
    help: 'Child processes that crashed or stalled; the next request starts another one.',
    labelNames: ['process', 'reason'],
    registers,
  })
  // Initialise counters to 0: Prometheus sees no increase in one that first appears as 1.
  for (const kind of ['pre-recorded', 'live']) jobs.inc({ kind, status: 'done', code: '' }, 0)
  for (const outcome of ['delivered', 'retrying', 'failed']) attempts.inc({ outcome }, 0)
  for (const limit of REFUSING_LIMITS) limited.inc({ limit }, 0)
  for (const process of ['recogniser', 'live-recogniser', 'enricher'])
    for (const reason of ['crashed', 'stalled']) losses.inc({ process, reason }, 0)
  return [
    subscribe('request', ({ method, route, status, seconds }) => {
      const of = { method: method ?? 'none', route: route ?? 'none' }
      requests.inc({ ...of, status: status ?? 'aborted' })
      requestSeconds.observe(of, seconds)
    }),
    subscribe('storeCall', ({ group, seconds }) => storeSeconds.observe({ group }, seconds)),
    subscribe('jobEnded', ({ kind, status, code }) => jobs.inc({ kind, status, code: code ?? '' })),
    subscribe('recognised', (event) => factor.observe(event.factor)),
    subscribe('liveFinal', ({ seconds }) => finals.observe(seconds)),
    subscribe('limited', ({ limit }) => limited.inc({ limit })),
    subscribe('callbackAttempt', ({ outcome }) => attempts.inc({ outcome })),
    subscribe('processLost', ({ process, reason }) => losses.inc({ process, reason })),
  ]
}

/** Adds gauges, whose values are read at each scrape. */
function gauges(register: Registry, { version, load, openSessions, folders }: MetricsSources): void {
  const loaded = cached(load, LOAD_MS)
  /** A value from the store, which is absent while the store does not answer. */
  const fromStore = (name: string, help: string, value: (of: Load) => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const of = await loaded()
        if (of === null) this.remove()
        else this.set(value(of))
      },
    })
  fromStore('scriptorium_jobs_queued', 'Files of the whole service that are queued.', (of) => of.waiting)
  fromStore('scriptorium_jobs_running', 'Files of the whole service in progress.', (of) => of.running)
  fromStore(
    'scriptorium_oldest_waiting_job_age_seconds',
    'Seconds since the creation of the file that has waited longest for its next stage; 0 when none waits.',
    ({ oldestWaitingAt: at }) => (at === null ? 0 : Math.max(0, Date.now() - at) / 1000),
  )
  fromStore(
    'scriptorium_callbacks_pending',
    'Callbacks of the whole service that are not delivered yet; at most 100,000 are counted.',
    (of) => of.callbacks,
  )
  const gauge = (name: string, help: string, value: () => Promise<number> | number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        this.set(await value())
      },
    })
  gauge('scriptorium_database_up', '1 if the database answers.', async () =>
    (await loaded()) === null ? 0 : 1,
  )
  gauge('scriptorium_live_sessions_open', 'Live sessions that are open in this process.', openSessions)
  new Gauge({
    name: 'scriptorium_build_info',
    help: 'The version of this process.',
    labelNames: ['version'],
    registers: [register],
  }).set({ version }, 1)
  /** A value per folder, which is absent while the disk is unavailable. */
  const disk = (name: string, help: string, field: 'bavail' | 'blocks') =>
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers: [register],
      async collect() {
        for (const [folder, path] of Object.entries(folders)) {
          const of = await statfs(path).catch(() => null)
          if (of === null) this.remove({ folder })
          else this.set({ folder }, of[field] * of.bsize)
        }
      },
    })
  disk('scriptorium_disk_free_bytes', 'Free space of the disk with a folder.', 'bavail')
  disk('scriptorium_disk_size_bytes', 'Size of the disk with a folder.', 'blocks')
}

/** Reads a value at most once in a period; null while it cannot be read. */
function cached<Value>(read: () => Promise<Value>, milliseconds: number): () => Promise<Value | null> {
  let value: Promise<Value | null> = Promise.resolve(null)
  let readAt = -Infinity
  return async () => {
    if (performance.now() - readAt >= milliseconds) {
      readAt = performance.now()
      value = read().catch(() => null)
    }
    return value
  }
}
