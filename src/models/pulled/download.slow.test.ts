import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { type Fault, serveFiles } from '../testing/file-server.ts'
import { download } from './download.ts'
import { ModelError } from './model-error.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'scriptorium-download-'))
after(() => rmSync(folder, { recursive: true }))

const fetch = createGuardedFetch({ allowPrivate: true })
const WEIGHTS = bytesOf('weights', 300_000)
const OTHERS = bytesOf('others', 300_000)
const [PATH, START] = ['/model/weights', 'bytes=100000-']
const broken: Fault = { breakOnceReceived: 100_000 }
let targets = 0

/** Deterministic bytes for a seed, without a pattern in them. */
function bytesOf(seed: string, length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update(seed).digest()
}

/** Repeated for more requests than any test makes. */
function always(fault: Fault): Fault[] {
  return Array.from({ length: 50 }, () => fault)
}

async function downloading(t: TestContext, faults: readonly Fault[], served = WEIGHTS, at = PATH) {
  const server = await serveFiles(t, { [at]: served }, faults)
  const target = path.join(folder, `file-${targets++}`)
  const sha256 = createHash('sha256').update(WEIGHTS).digest('hex')
  const file = { url: server.url + PATH, size: WEIGHTS.length, sha256 }
  const shown: number[] = []
  const onProgress = (bytes: number) => {
    shown.push(bytes)
    server.received(bytes)
  }
  return {
    target,
    shown,
    requests: server.requests,
    run: async (signal?: AbortSignal) => download(file, target, { fetch, signal, retryDelay: 1, onProgress }),
    ranges: () => server.requests.map(({ range }) => range),
  }
}

function assertDownloaded(target: string): void {
  assert.ok(readFileSync(target).equals(WEIGHTS))
  for (const rest of ['.part', '.etag']) assert.ok(!existsSync(target + rest))
}

async function refused(run: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(run, (error) => {
    assert.ok(error instanceof ModelError, String(error))
    assert.match(error.message, message)
    return true
  })
}

test('a download resumes where its connection broke', async (t) => {
  const { run, target, ranges, shown } = await downloading(t, [broken, broken])
  await run()
  assertDownloaded(target)
  assert.deepEqual(ranges(), [null, START, 'bytes=200000-'])
  assert.deepEqual(
    shown,
    shown.toSorted((a, b) => a - b),
  )
  assert.equal(shown.at(-1), WEIGHTS.length)
})

test('a download behind a redirect, as on model hubs, resumes too', async (t) => {
  const moved: Fault = { redirect: '/elsewhere?signature=1' }
  const { run, target, requests } = await downloading(
    t,
    [moved, broken, moved, {}],
    WEIGHTS,
    '/elsewhere?signature=1',
  )
  await run()
  assertDownloaded(target)
  const elsewhere = requests.filter(({ path: asked }) => asked !== PATH)
  assert.deepEqual(
    elsewhere.map(({ range }) => range),
    [null, START],
  )
})

test('a failed download resumes at the next call', async (t) => {
  const { run, target, ranges } = await downloading(t, [broken, { status: 403 }])
  await refused(run(), /answered 403/)
  assert.ok(!existsSync(target))
  await run()
  assertDownloaded(target)
  assert.deepEqual(ranges(), [null, START, START])
})

test('an existing file is not downloaded again', async (t) => {
  const { run, ranges } = await downloading(t, [])
  await run()
  await run()
  assert.equal(ranges().length, 1)
})

test('a server that ignores ranges is read from the beginning', async (t) => {
  const { run, target } = await downloading(t, [broken, { ignoreRange: true }])
  await run()
  assertDownloaded(target)
})

test('a server that only ever sends the beginning is given up', async (t) => {
  const { run, target, ranges } = await downloading(t, always({ ...broken, ignoreRange: true }))
  await refused(run(), /keeps breaking/)
  assert.ok(!existsSync(target))
  assert.ok(ranges().length < 10, `${ranges().length} requests`)
})

test('a file that changes between two attempts is not assembled from both', async (t) => {
  const { run, target, ranges } = await downloading(t, [broken, { change: WEIGHTS }], OTHERS)
  await run()
  assertDownloaded(target)
  assert.deepEqual(ranges(), [null, START], 'the second is answered with the whole')
})

test('nor if the server sends no ETag', async (t) => {
  const faults = [
    { ...broken, noEtag: true },
    { change: WEIGHTS, noEtag: true },
  ]
  const { run, target, ranges } = await downloading(t, faults, OTHERS)
  await run()
  assertDownloaded(target)
  assert.deepEqual(ranges(), [null, START, null], 'once more from the beginning')
})

test('a stray incomplete download does no harm', async (t) => {
  const { run, target } = await downloading(t, [])
  for (const left of [Buffer.alloc(10), Buffer.alloc(WEIGHTS.length), Buffer.alloc(WEIGHTS.length + 1)]) {
    rmSync(target, { force: true })
    writeFileSync(`${target}.part`, left)
    await run()
    assertDownloaded(target)
  }
})

test('wrong bytes are rejected and deleted', async (t) => {
  const { run, target, ranges } = await downloading(t, [], OTHERS)
  await refused(run(), /not the file that was described: its SHA-256 is [0-9a-f]{64}, not [0-9a-f]{64}/)
  for (const rest of ['', '.part', '.etag']) assert.ok(!existsSync(target + rest))
  assert.equal(ranges().length, 1, 'a second request would give the same')
})

test('a file of another length is rejected, with or without a content-length', async (t) => {
  for (const [served, message] of [
    [bytesOf('weights', 400_000), /more than|400000 bytes/],
    [bytesOf('weights', 200_000), /200000 bytes|keeps breaking/],
  ] as const)
    for (const noLength of [false, true]) {
      const faults = always({ noLength })
      const { run, target, ranges } = await downloading(t, faults, served)
      await refused(run(), message)
      assert.ok(!existsSync(target))
      assert.ok(ranges().length < 20, `${ranges().length} requests`)
    }
})

test('requests to a busy server are retried, but not those to a server without the file', async (t) => {
  const busy = await downloading(t, [{ status: 503 }, broken, { status: 429 }])
  await busy.run()
  assertDownloaded(busy.target)
  const absent = await downloading(t, [{ status: 404 }])
  await refused(absent.run(), /\/model\/weights cannot be downloaded: the server answered 404/)
  assert.equal(absent.ranges().length, 1)
})

test('being offline is reported at once', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  server.close()
  await once(server, 'close')
  const file = { url: `http://127.0.0.1:${address.port}/weights`, size: 1, sha256: '0'.repeat(64) }
  const running = download(file, path.join(folder, 'offline'), { fetch, retryDelay: 60_000 })
  await refused(running, /^127\.0\.0\.1:\d+ cannot be reached: is this machine online\?$/)
})

test(
  'a full disk is reported',
  { skip: !existsSync('/dev/full') && 'only where there is a /dev/full' },
  async (t) => {
    const { run, target } = await downloading(t, [])
    symlinkSync('/dev/full', `${target}.part`)
    await refused(run(), /disk is full/)
  },
)

test('an abort stops the download', async (t) => {
  const { run } = await downloading(t, always({ status: 503 }))
  const controller = new AbortController()
  const running = run(controller.signal)
  controller.abort(new Error('not wanted'))
  await assert.rejects(running, /not wanted/)
})

test('whatever goes wrong, a complete file has the right bytes, and a working server completes a partial one', async (t) => {
  const fault = fc.record(
    {
      status: fc.constantFrom(403, 404, 416, 429, 500, 503),
      breakAfter: fc.integer({ min: 0, max: 310_000 }),
      change: fc.constantFrom(
        WEIGHTS,
        OTHERS,
        WEIGHTS.subarray(0, 150_000),
        Buffer.concat([WEIGHTS, OTHERS]),
      ),
      ignoreRange: fc.boolean(),
      noEtag: fc.boolean(),
      noLength: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { maxLength: 12 }), async (faults) => {
      const { run, target } = await downloading(t, [...faults, { change: WEIGHTS }])
      for (let asked = 0; !existsSync(target); asked++) {
        assert.ok(asked <= faults.length, 'each call makes progress')
        await run().catch((error: unknown) => assert.ok(error instanceof ModelError, String(error)))
      }
      assertDownloaded(target)
    }),
    { seed: 1, numRuns: 60 },
  )
})
