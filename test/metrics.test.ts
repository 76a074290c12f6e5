/** Metrics for Prometheus: what they count, their format, and the names that the docs, alerts and dashboard use. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isCounted } from '../src/platform/metrics.ts'
import { TestEndpoint } from './support/callback-endpoint.ts'
import { Client } from './support/client.ts'
import { onEachStore, onEitherStore } from './support/on-each-store.ts'
import { openFresh } from './support/fresh-store.ts'
import { parseMetrics } from './support/prometheus-text.ts'
import { LEASE_MS, NODE } from './support/claim-work.ts'
import { requestParams } from './support/request-params.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { SILENCE } from './support/sample.ts'
import { until } from './support/until.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { cache } = createRequire(import.meta.url)
const isLoaded = () => Object.keys(cache).some((path) => path.includes('/prom-client/'))

/** Where a service serves its metrics; null if it does not. */
function metricsOf({ log }: RunningService): unknown {
  return log.find(({ msg }) => msg === 'listening')?.['metrics']
}

/** Scrapes until a sample has a value, and returns all samples: a request is counted just after its answer. */
async function scrapeUntil(url: string, key: string, value: number): Promise<Map<string, number>> {
  const scrape = async () => {
    const response = await fetch(url)
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    return new Map([...parseMetrics(await response.text()).values()].flatMap((one) => [...one.samples]))
  }
  return until(scrape, (samples) => samples.get(key) === value)
}

test('nothing is loaded, counted or served while metrics are off', async (t) => {
  const service = await runService()
  t.after(async () => service.close())
  assert.equal(metricsOf(service), null)
  assert.equal((await fetch(new URL('/metrics', service.url))).status, 404)
  assert.equal(isLoaded(), false)
  for (const name of ['request', 'storeCall', 'processLost', 'liveFinal'] as const)
    assert.equal(isCounted(name), false, name)
})

onEitherStore('metrics', (fresh) => {
  test('count requests, jobs, callbacks and operations of the store, and name no account', async (t) => {
    const env = {
      METRICS_PORT: '0',
      ALLOW_PRIVATE_URLS: '1',
      CALLBACK_RETRY_SECONDS: '0',
      LIVE_SESSIONS: '1',
    }
    const service = await runService(env, undefined, await fresh())
    t.after(async () => service.close())
    const client = await Client.of(service)
    const endpoint = await TestEndpoint.listen(t)
    const url = String(metricsOf(service))

    const language_config = { languages: ['en'] }
    const { audio_url } = await client.upload(SILENCE)
    const done = await client.create({ audio_url, language_config, callback_url: endpoint.url('/200') })
    assert.equal((await client.ended(done)).status, 'done')
    const failed = await client.create({
      audio_url: endpoint.url('/404'),
      language_config,
      callback_url: endpoint.url('/500'),
    })
    const { error_code } = await client.ended(failed)
    const { body: live } = await client.send<{ id: string; url: string }>('POST', '/v2/live', { body: {} })
    const socket = new WebSocket(live.url)
    await once(socket, 'open')
    await scrapeUntil(url, 'scriptorium_live_sessions_open', 1)
    await client.refused(429, 'POST', '/v2/live', { body: {} })
    const closed = once(socket, 'close')
    assert.equal((await client.send('POST', `/v2/jobs/${live.id}/cancel`)).status, 202)
    await closed
    await client.refused(404, 'GET', '/no/such/path')

    await scrapeUntil(url, 'scriptorium_callback_attempts_total{outcome="failed"}', 1)
    await scrapeUntil(url, 'scriptorium_live_sessions_open', 0)
    await scrapeUntil(
      url,
      'scriptorium_http_requests_total{method="POST",route="/v2/jobs/:id/cancel",status="202"}',
      1,
    )
    const samples = await scrapeUntil(
      url,
      'scriptorium_http_requests_total{method="GET",route="none",status="404"}',
      1,
    )
    const expected: Record<string, number> = {
      'scriptorium_http_requests_total{method="POST",route="/v2/pre-recorded",status="201"}': 2,
      'scriptorium_http_request_duration_seconds_count{method="POST",route="/v2/pre-recorded"}': 2,
      'scriptorium_jobs_ended_total{kind="pre-recorded",status="done",code=""}': 1,
      [`scriptorium_jobs_ended_total{kind="pre-recorded",status="error",code="${error_code}"}`]: 1,
      'scriptorium_jobs_ended_total{kind="live",status="error",code="499"}': 1,
      scriptorium_recognition_real_time_factor_count: 1,
      'scriptorium_callback_attempts_total{outcome="delivered"}': 1,
      'scriptorium_callback_attempts_total{outcome="retrying"}': 1,
      'scriptorium_limited_total{limit="live_sessions"}': 1,
      'scriptorium_limited_total{limit="open_jobs"}': 0,
      'scriptorium_process_losses_total{process="recogniser",reason="crashed"}': 0,
      'scriptorium_store_operation_duration_seconds_count{group="callers"}': Number.NaN,
      'scriptorium_store_operation_duration_seconds_count{group="uploads"}': Number.NaN,
      scriptorium_database_up: 1,
      'scriptorium_disk_free_bytes{folder="data"}': Number.NaN,
      nodejs_eventloop_lag_p99_seconds: Number.NaN,
    }
    for (const [key, value] of Object.entries(expected)) {
      const found = samples.get(key)
      if (Number.isNaN(value)) assert.ok(found !== undefined && found > 0, key)
      else assert.equal(found, value, key)
    }
    const text = [...samples.keys()].join('\n')
    for (const id of [done, failed, live.id, 'default"', '127.0.0.1']) assert.ok(!text.includes(id), id)

    assert.equal((await fetch(new URL('/', url))).status, 404)
    assert.equal((await fetch(url, { method: 'POST' })).status, 405)
    assert.equal((await fetch(new URL('/metrics', service.url))).status, 404, 'on the port of the API')
    assert.equal(isLoaded(), true)
  })
})

onEachStore('the backlog', (fresh) => {
  test('has the oldest waiting job, whatever is in progress', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const empty = { waiting: 0, running: 0, oldestWaitingAt: null, callbacks: 0 }
    assert.deepEqual(await store.queue.load(), empty)
    const create = async () => {
      const params = requestParams('pre-recorded')
      const job = { kind: 'pre-recorded', customMetadata: null, requestParams: params, fileId: null } as const
      return store.jobs.create(account, job)
    }
    await create()
    const second = await create()
    await store.work.claim(NODE, { stage: 'fetch', leaseMs: LEASE_MS })
    assert.deepEqual(await store.queue.load(), {
      ...empty,
      waiting: 1,
      running: 1,
      oldestWaitingAt: second.createdAt,
    })
  })
})

suite('the text of metrics', () => {
  const sources = {
    version: '1',
    load: async () => ({ waiting: 1, running: 2, oldestWaitingAt: null, callbacks: 3 }),
    openSessions: () => 0,
    folders: { data: ROOT, scratch: ROOT },
  }
  const familiesOf = async (changed: Partial<typeof sources> = {}) => {
    const { createMetrics } = await import('../src/service/prometheus.ts')
    const metrics = createMetrics({ ...sources, ...changed })
    metrics.close()
    return parseMetrics(await metrics.text())
  }

  test('lacks only the values that come from a database that does not answer', async () => {
    const families = await familiesOf({ load: async () => Promise.reject(new Error('down')) })
    assert.deepEqual([...families.get('scriptorium_database_up')!.samples.values()], [0])
    assert.equal(families.get('scriptorium_jobs_queued')!.samples.size, 0)
    assert.equal(families.get('scriptorium_build_info')!.samples.size, 1)
  })

  test('has every metric that the documentation, the alerts and the dashboard name', async () => {
    const families = await familiesOf()
    const own = [...families].filter(([name]) => name.startsWith('scriptorium_'))
    for (const file of [
      'docs/monitoring.md',
      'deploy/prometheus/alerts.yaml',
      'deploy/grafana/scriptorium.json',
    ]) {
      const text = await readFile(join(ROOT, file), 'utf8')
      const named = text.matchAll(/\b(?:scriptorium|process|nodejs)_[a-z0-9_]+/g)
      for (const [name] of named) {
        const base = name.replace(/_(?:bucket|sum|count)$/, '')
        assert.ok(
          families.has(name) || families.get(base)?.type === 'histogram',
          `${file} names ${name}, which does not exist`,
        )
      }
      if (!file.endsWith('.md')) continue
      for (const [name, { type }] of own)
        assert.match(text, new RegExp(`^\\| \`${name}\` +\\| ${type} `, 'm'), file)
    }
  })

  test('explains each alert', async () => {
    const rules = await readFile(join(ROOT, 'deploy/prometheus/alerts.yaml'), 'utf8')
    const page = await readFile(join(ROOT, 'docs/monitoring.md'), 'utf8')
    const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name)
    const explained = [...page.matchAll(/^\| `(Scriptorium\w+)`/gm)].map(([, name]) => name)
    assert.deepEqual(explained, alerts)
  })
})
