/** Traces: the spans of a job across processes, their contents, and the cost of tracing when it is off. */
import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { readConfig } from '../src/service/config.ts'
import { listenHttp } from '../src/platform/net/testing/loopback-server.ts'
import { serveAudio } from './support/audio-server.ts'
import { TestEndpoint } from './support/callback-endpoint.ts'
import { Client } from './support/client.ts'
import { LiveSocket } from './support/live-socket.ts'
import { OtlpReceiver } from './support/otlp-receiver.ts'
import { cutSample, SILENCE } from './support/sample.ts'
import { ServiceProcess, temporaryFolder } from './support/scriptorium.ts'
import { freshDatabase, throwawayPostgres } from './support/throwaway-postgres.ts'
import { until } from './support/until.ts'

const postgres = await throwawayPostgres('quick')
after(async () => ('url' in postgres ? postgres.stop() : undefined))
const skip = 'missing' in postgres && postgres.missing

const JOB_CALLBACK = '/job?token=hunter2'
/** The trace of the caller. */
const SPAN = '00f067aa0ba902b7'
const JOB_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const LIVE_TRACE = '5bf92f3577b34da6a3ce929d0e0e4736'
const calling = (trace: string) => ({ traceparent: `00-${trace}-${SPAN}-01`, baggage: 'password=hunter2' })

suite('traces', () => {
  test(
    'connect the spans of a job, and of a live session, across processes and restarts',
    { skip },
    async (t) => {
      const database = await freshDatabase(
        (postgres as { url: string }).url,
        process.env['TEST_DATABASE_TEMPLATE'],
      )
      t.after(async () => database.stop())
      const collector = await OtlpReceiver.listen(t)
      const endpoint = await TestEndpoint.listen(t)
      const audio = await serveAudio(t, cutSample(2, 3))
      const dataDir = temporaryFolder()
      const env = {
        DATABASE_URL: database.url,
        ALLOW_PRIVATE_URLS: '1',
        CALLBACK_RETRY_SECONDS: '0',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      }
      endpoint.answer = ({ path }, response) => {
        const isRefused = path === JOB_CALLBACK && endpoint.on(path).length === 1
        response.writeHead(isRefused ? 500 : 200).end()
      }

      const serve = await ServiceProcess.start(t, dataDir, { ...env, ROLES: 'serve' })
      const client = await Client.of(serve)
      const job = {
        audio_url: `${audio}?token=hunter2`,
        language_config: { languages: ['en'] },
        sentences: true,
        callback_url: endpoint.url(JOB_CALLBACK),
      }
      const created = await client.send('POST', '/v2/pre-recorded', {
        body: job,
        headers: calling(JOB_TRACE),
      })
      assert.equal(created.status, 201)
      const session = { callback: true, callback_config: { url: endpoint.url('/live') } }
      const { body: live } = await client.send<{ url: string }>('POST', '/v2/live', {
        body: session,
        headers: calling(LIVE_TRACE),
      })
      const socket = await LiveSocket.open(live.url)
      socket.send({ type: 'stop_recording' })
      await socket.until(() => socket.closedWith !== null)
      assert.equal(await serve.end('SIGTERM'), 0)

      // A process that starts after the first has stopped does the rest.
      const work = await ServiceProcess.start(
        t,
        dataDir,
        { ...env, SCRATCH_DIR: join(dataDir, 'work') },
        'work',
      )
      await until(
        () =>
          endpoint.on(JOB_CALLBACK).length === 2 &&
          endpoint.on('/live').some(({ body }) => body.includes('live.end_session')),
      )
      assert.equal(await work.end('SIGTERM'), 0)

      assert.deepEqual(collector.tree(JOB_TRACE, SPAN), [
        'POST /v2/pre-recorded',
        '  job create',
        '    job queue',
        '    job fetch',
        '    job queue',
        '    job transcribe',
        '      recognise',
        '      enrich sentences',
        '      store result',
        '    callback (failed)',
        '    callback',
      ])
      assert.deepEqual(collector.tree(LIVE_TRACE, SPAN), [
        'POST /v2/live',
        '  job create',
        '    live connection',
        '    live finish',
        '      store result',
        ...endpoint.on('/live').map(() => '    callback'),
      ])
      const { spans } = collector
      assert.ok(spans.every(({ traceId }) => [JOB_TRACE, LIVE_TRACE].includes(traceId)))
      const sent = new Map(spans.map(({ traceId, spanId, name }) => [`00-${traceId}-${spanId}-01`, name]))
      for (const { headers } of endpoint.received) {
        assert.equal(sent.get(String(headers['traceparent'])), 'callback')
        assert.equal(headers['baggage'], undefined)
      }

      const [request] = spans.filter(({ name }) => name === 'POST /v2/pre-recorded')
      assert.equal(request?.attributes['http.response.status_code'], 201)
      assert.equal(request.resource['service.name'], 'scriptorium')
      assert.equal(request.resource['deployment.environment.name'], 'test')
      const text = JSON.stringify(spans)
      for (const secret of ['hunter2', serve.key, 'elcome']) assert.ok(!text.includes(secret), secret)
      const answered = serve.log.find(({ msg, path }) => msg === 'request' && path === '/v2/pre-recorded')
      assert.equal(answered?.['trace_id'], JOB_TRACE)
      assert.equal(work.log.find(({ msg }) => msg === 'job done')?.['trace_id'], JOB_TRACE)
    },
  )

  test('neither fail nor delay a job, nor delay a shutdown for long, when the collector does not answer', async (t) => {
    const silent = await listenHttp(t, () => {})
    const service = await ServiceProcess.start(t, temporaryFolder(), {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${silent.port}/v1/traces`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '120000',
      OTEL_BSP_EXPORT_TIMEOUT: '120000',
      OTEL_BSP_SCHEDULE_DELAY: '10',
    })
    const client = await Client.of(service)
    const { audio_url } = await client.upload(SILENCE)
    assert.equal((await client.ended(await client.create({ audio_url }))).status, 'done')
    const stoppedAt = performance.now()
    assert.equal(await service.end('SIGTERM'), 0)
    assert.ok(silent.connections > 0)
    assert.ok(performance.now() - stoppedAt < 60_000, 'half of what an export may take')
  })

  test('load nothing of OpenTelemetry while they are off', async (t) => {
    const loaded: string[] = []
    const hooks = registerHooks({
      load: (url, context, next) => {
        loaded.push(url)
        return next(url, context)
      },
    })
    t.after(() => hooks.deregister())
    const { runService } = await import('./support/running-service.ts')
    const service = await runService()
    t.after(async () => service.close())
    assert.equal((await service.request('/v2/pre-recorded')).status, 200)
    assert.ok(loaded.some((url) => url.endsWith('/src/service/service.ts')))
    assert.deepEqual(
      loaded.filter((url) => url.includes('opentelemetry') || url.endsWith('/open-telemetry.ts')),
      [],
    )
  })

  test('are turned on and off by the standard variables', () => {
    const endpoint = 'http://localhost:4318'
    const isOn = (env: Record<string, string>) => readConfig(env).traces.isOn
    assert.equal(isOn({}), false)
    assert.equal(isOn({ OTEL_SERVICE_NAME: 'a' }), false)
    assert.equal(isOn({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }), true)
    assert.equal(isOn({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/v1/traces` }), true)
    assert.equal(isOn({ OTEL_TRACES_EXPORTER: 'otlp' }), true)
    assert.equal(isOn({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'none' }), false)
    assert.equal(isOn({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'TRUE' }), false)
  })
})
