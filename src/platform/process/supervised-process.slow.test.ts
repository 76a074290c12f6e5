import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { subscribe } from '../metrics.ts'
import {
  type ProcessLostError,
  SupervisedProcess,
  type SupervisedProcessOptions,
} from './supervised-process.ts'
import type { TinyRequest } from './testing/tiny-child.ts'
import { until } from '../../../test/support/until.ts'

/** A tiny child that is busy from each request to the next report. */
class Tiny {
  readonly process: SupervisedProcess<TinyRequest, unknown>
  readonly #waiting: PromiseWithResolvers<unknown>[] = []
  readonly losses: ProcessLostError[] = []

  constructor(t: TestContext, options: Partial<SupervisedProcessOptions<TinyRequest, unknown>> = {}) {
    this.process = new SupervisedProcess({
      module: new URL('testing/tiny-child.ts', import.meta.url),
      stallSeconds: 60,
      isBusy: () => this.#waiting.length > 0,
      onReport: (report) => this.#waiting.shift()?.resolve(report),
      onLost: (error) => {
        this.losses.push(error)
        for (const { reject } of this.#waiting.splice(0)) reject(error)
      },
      ...options,
    })
    t.after(async () => this.process.close())
  }

  /** Resolves with the next report. */
  ask(request: TinyRequest): Promise<unknown> {
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.push(waiting)
    this.process.send(request)
    return waiting.promise
  }

  echo(value: unknown): Promise<unknown> {
    return this.ask({ type: 'echo', value })
  }
}

/** A server whose connection shows whether a process is alive that cannot be observed otherwise. */
async function lifeline(t: TestContext): Promise<{ port: number; connection: Promise<Socket> }> {
  const server = createServer().listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const connection = once(server, 'connection').then(([socket]) => (socket as Socket).resume())
  return { port: (server.address() as AddressInfo).port, connection }
}

suite('a supervised process', { concurrency: true }, () => {
  test('is started by the first request and kept', async (t) => {
    const tiny = new Tiny(t)
    assert.equal(tiny.process.pid, undefined)
    assert.equal(await tiny.echo('hello'), 'hello')
    const { pid } = tiny.process
    assert.deepEqual(await Promise.all([tiny.echo(1), tiny.echo(2)]), [1, 2])
    assert.equal(tiny.process.pid, pid)
  })

  test('receives its first request before any other, even after a restart', async (t) => {
    const reports: unknown[] = []
    const tiny = new Tiny(t, {
      firstRequest: { type: 'echo', value: 'configured' },
      onReport: (report) => reports.push(report),
    })
    for (const count of [2, 4]) {
      tiny.process.send({ type: 'echo', value: 'request' })
      await until(() => reports.length >= count)
      await tiny.process.close()
    }
    assert.deepEqual(reports, ['configured', 'request', 'configured', 'request'])
  })

  test('exchanges typed arrays if asked to', async (t) => {
    const tiny = new Tiny(t, { serialization: 'advanced' })
    const bytes = Uint8Array.of(1, 2, 3)
    assert.deepEqual(await tiny.echo({ bytes }), { bytes })
  })

  test('that crashes loses its requests, is counted, and is replaced', async (t) => {
    const counted: string[] = []
    t.after(subscribe('processLost', ({ process, reason }) => counted.push(`${process} ${reason}`)))
    const tiny = new Tiny(t)
    const lost = [tiny.ask({ type: 'crash' }), tiny.echo('too late')]
    for (const request of lost) await assert.rejects(request, { code: 'crashed', message: /SIGSEGV/ })
    assert.ok(counted.includes('tiny crashed'))
    assert.equal(tiny.process.pid, undefined)
    await assert.rejects(tiny.ask({ type: 'exit', code: 7 }), { code: 'crashed', message: /code 7/ })
    assert.equal(await tiny.echo('hello'), 'hello')
    assert.equal(tiny.losses.length, 2)
  })

  test('that cannot be loaded is reported', async (t) => {
    const tiny = new Tiny(t, { module: new URL('testing/no-such-child.ts', import.meta.url) })
    await assert.rejects(tiny.echo('hello'), { code: 'crashed', message: /code 1/ })
  })

  test('that cannot be started for lack of a file descriptor is lost like one that crashes', async () => {
    const script = fileURLToPath(new URL('testing/starved-parent.ts', import.meta.url))
    const limited = ['-c', 'ulimit -n 64; exec "$0" "$1"', process.execPath, script]
    const { stdout } = await promisify(execFile)('/bin/sh', limited)
    assert.match(stdout, /^crashed Error: spawn .* EMFILE$/)
  })

  test('that hangs is killed', async (t) => {
    const tiny = new Tiny(t, { stallSeconds: 1 })
    await assert.rejects(tiny.ask({ type: 'hang' }), { code: 'stalled', message: /1 s/ })
    assert.equal(tiny.process.pid, undefined)
  })

  test('may be silent while it is idle, and work for a long time while it sends heartbeats', async (t) => {
    const [idle, busy] = [new Tiny(t, { stallSeconds: 5 }), new Tiny(t, { stallSeconds: 5 })]
    await idle.echo('hello')
    assert.equal(await busy.ask({ type: 'work', ms: 6_000 }), 'worked')
    for (const { losses, process } of [idle, busy]) {
      assert.deepEqual(losses, [])
      assert.ok(process.pid !== undefined)
    }
  })

  test('that sends garbage counts as crashed', async (t) => {
    const cause = new TypeError('not a report')
    const tiny = new Tiny(t, {
      onReport: () => {
        throw cause
      },
    })
    await assert.rejects(tiny.echo(null), { code: 'crashed', cause })
    assert.equal(tiny.process.pid, undefined)
  })

  test('that is closed while it works loses its requests, and can be used again', async (t) => {
    const tiny = new Tiny(t)
    const lost = tiny.ask({ type: 'work', ms: 60_000 })
    await Promise.all([assert.rejects(lost, { code: 'closed' }), tiny.process.close()])
    await tiny.process.close()
    assert.equal(await tiny.echo('hello'), 'hello')
  })

  test('survives the signals that ask a service to stop', async (t) => {
    const tiny = new Tiny(t)
    await tiny.echo('started')
    const { pid } = tiny.process
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.kill(pid!, signal)
    assert.equal(await tiny.echo('hello'), 'hello')
    assert.equal(tiny.process.pid, pid)
  })

  test('is killed together with the processes that it runs', async (t) => {
    const { port, connection } = await lifeline(t)
    const tiny = new Tiny(t)
    tiny.process.send({ type: 'spawn', port })
    const socket = await connection
    const closed = once(socket, 'close')
    await tiny.process.close()
    await closed
  })

  test('ends together with the processes that it runs when its parent is killed', async (t) => {
    const { port, connection } = await lifeline(t)
    const script = fileURLToPath(new URL('testing/doomed-parent.ts', import.meta.url))
    const parent = spawn(process.execPath, [script, String(port)], { stdio: 'ignore' })
    const socket = await connection
    const closed = once(socket, 'close')
    parent.kill('SIGKILL')
    await closed
  })
})
