/** Descriptions from a hub, here a local server: nothing that is not in a commit may ever be installed. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, suite, test, type TestContext } from 'node:test'
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { listenHttp } from '../../platform/net/testing/loopback-server.ts'
import { serveFiles } from '../testing/file-server.ts'
import { type HubRepository, serveHub } from '../testing/hub-server.ts'
import { type CatalogueEntry, describeEntry } from './catalogue-entry.ts'
import { authorised, Hub } from './hub.ts'
import type { EngineLayout } from './layout.ts'
import { ModelError } from './model-error.ts'
import { ModelsFolder } from './models-folder.ts'
import { describeRepository, nameOfRepository, restrictionOf } from './repository-model.ts'

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-hub-'))
after(() => rmSync(root, { recursive: true }))

const plainFetch = createGuardedFetch({ allowPrivate: true })
const [FIRST, SECOND] = ['1'.repeat(40), '2'.repeat(40)]
const REPOSITORY = 'someone/Some_Model-0.6b'

const bytesOf = (seed: string, length: number) =>
  createHash('shake256', { outputLength: length }).update(seed).digest()
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A model of two large files and a small one, whose names need escaping. */
const filesOf = (version: string): Record<string, Buffer> => ({
  'README.md': Buffer.from(`# ${version}`),
  'int8/encoder.int8.onnx': bytesOf(`encoder ${version}`, 30_000),
  'int8/decoder.int8.onnx': bytesOf('decoder', 20_000),
  'tokens of the model.txt': Buffer.from(`<blk> 0\n${version} 1\n`),
})

const ENTRY: CatalogueEntry = {
  name: 'some-model',
  about: 'tests',
  purpose: 'recognition',
  engine: 'some',
  licence: 'MIT',
  languages: ['de'],
  identifiesLanguages: false,
  punctuates: true,
  priority: 1,
  published: [],
  source: { repository: REPOSITORY },
  files: {
    encoder: { path: 'int8/encoder.int8.onnx', size: 30_000 },
    decoder: { path: 'int8/decoder.int8.onnx', size: 20_000 },
    tokens: { path: 'tokens of the model.txt', size: 14 },
  },
}

const LAYOUT: EngineLayout = {
  purpose: 'recognition',
  engine: 'some',
  files: {
    encoder: [/encoder\.int8\.onnx$/, /encoder\.onnx$/],
    decoder: [/decoder\.int8\.onnx$/, /decoder\.onnx$/],
    tokens: [/^tokens.*\.txt$/],
  },
}

const newest = (): HubRepository => ({
  commits: { [FIRST]: filesOf('one'), [SECOND]: filesOf('two') },
  card: { license: 'mit', language: ['de', 'en-US', 'yue', 'multilingual'] },
})

async function hubWith(
  t: TestContext,
  repository: HubRepository = newest(),
  { token = null, faults = [] }: { token?: string | null; faults?: Parameters<typeof serveHub>[2] } = {},
) {
  const server = await serveHub(t, { [REPOSITORY]: repository }, faults)
  const fetch = authorised(plainFetch, { base: server.url, token })
  return { server, fetch, hub: new Hub({ base: `${server.url}/`, fetch, token }) }
}

async function refused(run: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(run, (error) => {
    assert.ok(error instanceof ModelError, String(error))
    assert.match(error.message, message)
    return true
  })
}

/** A hub that cannot be reached: nothing listens on the discard port. */
const offlineHub = () => new Hub({ base: 'http://127.0.0.1:9', fetch: plainFetch, token: null })

suite('an entry of the catalogue', () => {
  test('is described by the list of its newest commit on the hub, across pages, including the digests of small files', async (t) => {
    const { hub, server } = await hubWith(t)
    const { files } = await describeEntry(ENTRY, hub, null)
    const published = filesOf('two')
    for (const [name, file] of Object.entries(files)) {
      const entryFiles: Readonly<Record<string, { readonly path: string }>> = ENTRY.files
      const own = published[entryFiles[name]!.path]!
      assert.deepEqual([file.size, file.sha256], [own.length, sha256(own)], name)
    }
    assert.equal(
      files['tokens' as never]['url'],
      `${REPOSITORY}/resolve/${SECOND}/tokens%20of%20the%20model.txt`,
    )
    assert.equal(server.store.requests.length, 0, 'large files are not read for that')
    assert.ok(server.requests.filter(({ path: asked }) => asked.includes('cursor')).length > 0)
  })

  test('is described by its own commit only, if it names one', async (t) => {
    const { hub } = await hubWith(t)
    const { files } = await describeEntry(
      { ...ENTRY, source: { repository: REPOSITORY, commit: FIRST } },
      hub,
      null,
    )
    assert.equal(files['encoder' as never]['sha256'], sha256(filesOf('one')['int8/encoder.int8.onnx']!))
  })

  test('does not need the hub if it or an earlier pull has all digests', async (t) => {
    const { hub } = await hubWith(t)
    const known = await describeEntry(ENTRY, hub, null)
    const offline = offlineHub()
    assert.deepEqual(await describeEntry(ENTRY, offline, known), known)
    const later = { ...ENTRY, priority: 5 }
    assert.deepEqual(await describeEntry(later as CatalogueEntry, offline, known), { ...known, priority: 5 })
    const pinned = { ...ENTRY, source: { repository: REPOSITORY, commit: SECOND } }
    assert.deepEqual(await describeEntry(pinned, offline, known), known)
    await refused(
      describeEntry({ ...ENTRY, source: { repository: REPOSITORY, commit: FIRST } }, offline, known),
      /cannot be reached: is this machine online\?/,
    )
    const encoder = { path: 'int8/encoder.int8.onnx', size: 30_000, sha256: 'a'.repeat(64) }
    await refused(
      describeEntry({ ...ENTRY, files: { ...ENTRY.files, encoder } }, hub, known),
      /is not the file of the catalogue/,
    )
    const full = { size: 5, sha256: 'a'.repeat(64) }
    const complete = {
      ...pinned,
      files: Object.fromEntries(
        Object.entries(ENTRY.files).map(([name, file]) => [name, { ...file, ...full }]),
      ),
    }
    const { files } = await describeEntry(complete, offline, null)
    assert.equal(files['encoder' as never]['sha256'], full.sha256)
  })

  test('is rejected if the commit lacks one of its files', async (t) => {
    const { hub } = await hubWith(t, {
      commits: { [FIRST]: { 'tokens of the model.txt': Buffer.from('x') } },
    })
    await refused(
      describeEntry(ENTRY, hub, null),
      /^There is no int8\/encoder\.int8\.onnx in commit 1{40} of someone\/Some_Model-0\.6b, see http/,
    )
  })

  test('is rejected if the newest commit has another file than the catalogue', async (t) => {
    const { hub } = await hubWith(t)
    const other = 'a'.repeat(64)
    for (const name of ['encoder', 'tokens'] as const) {
      const files = {
        ...ENTRY.files,
        [name]: { ...ENTRY.files[name as never], sha256: other },
      } as CatalogueEntry['files']
      await refused(
        describeEntry({ ...ENTRY, files }, hub, null),
        /is not the file of the catalogue in commit 2{40} of .*: its SHA-256 is [0-9a-f]{64}, not a{64}$/,
      )
    }
  })

  test('is rejected if a small file differs from the commit', async (t) => {
    const { server } = await hubWith(t)
    const changed = await listenHttp(t, (request, response) => {
      if (request.url?.includes('/resolve/') === true) response.end('<blk> 0\ntxo 1\n')
      else response.writeHead(307, { location: server.url + request.url }).end()
    })
    const base = `http://127.0.0.1:${changed.port}`
    const hub = new Hub({ base, fetch: plainFetch, token: null })
    await refused(
      describeEntry(ENTRY, hub, null),
      /tokens%20of%20the%20model\.txt is not the file of this commit: its git digest is [0-9a-f]{40}, not/,
    )
  })

  test('is installed from the hub, resumed, and repaired offline with the bytes of the first pull', async (t) => {
    const faults = [{ breakOnceReceived: 10_000 }, {}, { status: 404 }]
    const { server, hub, fetch } = await hubWith(t, newest(), { faults })
    const folder = new ModelsFolder(path.join(root, 'models'))
    const pull = async (from: Hub, base: string) => {
      const model = await describeEntry(ENTRY, from, await folder.known(ENTRY.name))
      const onProgress = (share: number) => server.store.received(share * 1e9)
      return folder.pull(model, { base, fetch, onProgress, trial: async () => {}, retryDelay: 1 })
    }
    await refused(pull(hub, server.url), /answered 404/)
    assert.equal(server.store.requests[1]?.range, 'bytes=10000-', 'a broken download resumes')
    assert.equal(await pull(hub, server.url), true)
    // A commit that is pushed in the meantime changes nothing.
    const third = '3'.repeat(40)
    const later = await serveHub(t, {
      [REPOSITORY]: { commits: { [SECOND]: filesOf('two'), [third]: filesOf('three') } },
    })
    writeFileSync(path.join(root, 'models', 'some-model', 'encoder'), 'Something else.')
    const offline = offlineHub()
    assert.equal(await pull(offline, later.url), true)
    assert.deepEqual(
      readFileSync(path.join(root, 'models', 'some-model', 'encoder')),
      filesOf('two')['int8/encoder.int8.onnx'],
    )
    // The same commit with other bytes is rejected.
    const forged = await serveFiles(t, {
      [`/${REPOSITORY}/resolve/${SECOND}/int8/encoder.int8.onnx`]: bytesOf('forged', 30_000),
    })
    writeFileSync(path.join(root, 'models', 'some-model', 'encoder'), 'Something else.')
    await refused(pull(offline, forged.url), /is not the file that was described: its SHA-256 is/)
  })
})

suite('a hub', () => {
  test('is distinguished from one without the repository, and from one without the commit', async (t) => {
    const { hub } = await hubWith(t)
    await refused(
      hub.revision('someone/else'),
      /^There is no repository someone\/else on 127\.0\.0\.1:\d+, or it is private \(MODELS_TOKEN\), or/,
    )
    await refused(
      hub.revision(REPOSITORY, 'f'.repeat(40)),
      /^someone\/Some_Model-0\.6b has no commit f{40} on 127\.0\.0\.1:\d+: its newest is 2{40}, see http/,
    )
  })

  test('without the API is named as such', async (t) => {
    const page = await listenHttp(t, (_, response) => response.end('<html>Models</html>'))
    const hub = new Hub({ base: `http://127.0.0.1:${page.port}`, fetch: plainFetch, token: null })
    await refused(
      hub.revision(REPOSITORY),
      /does not answer like a model hub: MODELS_URL must be one, or a mirror with its API/,
    )
  })

  test('that limits requests, is broken or cannot be reached is reported with the remedy', async (t) => {
    for (const [status, message] of [
      [429, /limits the requests of this machine: try again in a few minutes, or set MODELS_TOKEN/],
      [502, /cannot be downloaded: the server answered 502/],
      [
        403,
        /is only available to accounts that accepted its licence: accept it at http.*Some_Model-0\.6b, and set MODELS_TOKEN/,
      ],
    ] as const) {
      const server = await listenHttp(t, (_, response) => response.writeHead(status).end())
      const hub = new Hub({ base: `http://127.0.0.1:${server.port}`, fetch: plainFetch, token: null })
      await refused(hub.revision(REPOSITORY), message)
    }
    const insecure = await listenHttp(t, (_, response) => response.end())
    const base = `https://127.0.0.1:${insecure.port}`
    await refused(
      new Hub({ base, fetch: plainFetch, token: null }).revision(REPOSITORY),
      /cannot be reached: .*wrong version number/i,
    )
    const hub = offlineHub()
    await refused(hub.revision(REPOSITORY), /cannot be reached: is this machine online\?/)
  })

  test('serves a gated repository for a token, which no other server receives', async (t) => {
    const gated = { ...newest(), token: 'secret' }
    const without = await hubWith(t, gated)
    await refused(describeEntry(ENTRY, without.hub, null), /accept it at http.*, and set MODELS_TOKEN/)
    const wrong = await hubWith(t, gated, { token: 'stolen' })
    await refused(describeEntry(ENTRY, wrong.hub, null), /^MODELS_TOKEN is not accepted by 127\.0\.0\.1:\d+$/)
    const { server, hub, fetch } = await hubWith(t, gated, { token: 'secret' })
    const model = await describeEntry({ ...ENTRY, name: 'gated' }, hub, null)
    const folder = new ModelsFolder(path.join(root, 'models'))
    await folder.pull(model, { base: server.url, fetch, trial: async () => {} })
    assert.ok(server.requests.every(({ authorization }) => authorization === 'Bearer secret'))
    assert.deepEqual(
      new Set(server.store.requests.map(({ authorization }) => authorization)),
      new Set([null]),
    )
  })
})

suite('a model of a repository', () => {
  test('is described by its layout and its card', async (t) => {
    const { hub } = await hubWith(t)
    const revision = await hub.revision(REPOSITORY)
    const { files, ...model } = await describeRepository(revision, hub, { layouts: [LAYOUT] })
    assert.deepEqual(model, {
      name: 'some-model-0-6b',
      purpose: 'recognition',
      engine: 'some',
      licence: 'mit',
      languages: ['de', 'en'],
      identifiesLanguages: false,
      punctuates: true,
      priority: 100,
    })
    assert.deepEqual(Object.keys(files), ['encoder', 'decoder', 'tokens'])
    const named = await describeRepository(revision, hub, { layouts: [LAYOUT], languages: ['fr'] })
    assert.deepEqual(named.languages, ['fr'])
  })

  test('whose card names no language needs languages from the operator', async (t) => {
    const { hub } = await hubWith(t, { ...newest(), card: { language: 'multilingual' } })
    const revision = await hub.revision(REPOSITORY)
    await refused(describeRepository(revision, hub, { layouts: [LAYOUT] }), /such as --languages de,en/)
  })

  test('is rejected if no folder name can be made of its name', async (t) => {
    const { hub } = await hubWith(t)
    const revision = { ...(await hub.revision(REPOSITORY)), repository: 'someone/...' }
    const files = await hub.files({ ...revision, repository: REPOSITORY })
    const renamed = {
      files: async () => files,
      describe: async () => ({ url: 'a', size: 1, sha256: '0'.repeat(64) }),
    }
    await refused(
      describeRepository(revision, renamed as never, { layouts: [LAYOUT] }),
      /^someone\/\.\.\. cannot be described as a model:\n.*must consist of lower-case letters/s,
    )
  })

  test('needs its licence accepted unless the licence is known to allow commercial use', async (t) => {
    for (const [card, says] of [
      [{ license: 'mit' }, undefined],
      [{ license: 'cc-by-nc-4.0' }, 'forbids commercial use'],
      [{ license: ['mit', 'apache-2.0'] }, undefined],
      [{ license: 'other', license_name: 'model-licence' }, 'is not known to allow commercial use'],
      [{ license: ['apache-2.0', 'cc-by-nc-4.0'] }, 'forbids commercial use'],
      [{ license: 'unknown' }, 'is not known to allow commercial use'],
      [{ license: 'MIT' }, undefined],
      [{ license: 'other' }, 'is not named by its card'],
      [{}, 'is not named by its card'],
      [{ license: 7, language: { de: true } }, 'is not named by its card'],
    ] as const) {
      const { hub } = await hubWith(t, { ...newest(), card })
      const revision = await hub.revision(REPOSITORY)
      assert.equal(restrictionOf(revision, hub.pageOf(REPOSITORY))?.says, says, JSON.stringify(card))
    }
  })

  test('gets a name that is valid for a folder', () => {
    for (const [repository, name] of [
      ['a/Parakeet_TDT.v3', 'parakeet-tdt-v3'],
      ['a/..', ''],
      [`a/${'x'.repeat(63)}-y`, 'x'.repeat(63)],
    ] as const)
      assert.equal(nameOfRepository(repository), name)
  })
})
