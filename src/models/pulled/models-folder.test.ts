import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { InUseError } from '../../platform/files/folder-lock.ts'
import { type Fault, type FileServer, serveFiles } from '../testing/file-server.ts'
import { type DescriptionFor, modelDescription, recognitionDescription } from './model-description.ts'
import { ModelError } from './model-error.ts'
import { ModelsFolder, type PullOptions } from './models-folder.ts'
import { pulledModels } from './pulled-model.ts'

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-models-'))
after(() => rmSync(root, { recursive: true }))

const fetch = createGuardedFetch({ allowPrivate: true })
const NAMES = ['encoder', 'decoder', 'vocabulary', 'generation', 'features'] as const
let folders = 0

/** Random bytes, because these tests do not run the model. */
function contentsOf(version: string): Record<string, Buffer> {
  const content = (name: string) => createHash('shake256', { outputLength: 20_000 }).update(name).digest()
  return Object.fromEntries(
    NAMES.map((name) => [`/${name}`, content(name === 'features' ? name : `${name} ${version}`)]),
  )
}

function described(
  contents: Record<string, Buffer>,
  rest: Partial<DescriptionFor<'recognition'>> = {},
): DescriptionFor<'recognition'> {
  const file = (name: string) => {
    const bytes = contents[`/${name}`]!
    return { url: name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
  return recognitionDescription.parse({
    name: 'model',
    purpose: 'recognition',
    engine: 'whisper',
    licence: 'MIT',
    languages: ['es'],
    identifiesLanguages: false,
    priority: 1,
    files: Object.fromEntries(NAMES.map((name) => [name, file(name)])),
    ...rest,
  })
}

async function pulling(t: TestContext, faults: readonly Fault[] = []) {
  const contents = contentsOf('1')
  const folder = path.join(root, String(folders++), 'models')
  const server = await serveFiles(t, contents, faults)
  const models = new ModelsFolder(folder)
  const pull = async (
    model: DescriptionFor<'recognition'>,
    options: Partial<PullOptions<DescriptionFor<'recognition'>>> & { from?: FileServer } = {},
  ) =>
    models.pull(model, {
      fetch,
      base: (options.from ?? server).url,
      trial: async () => {},
      retryDelay: 1,
      ...options,
    })
  return { contents, folder, server, models, pull, model: described(contents) }
}

/** The names of the models that a recogniser finds. */
const usable = async (folder: string) =>
  (await pulledModels(folder)).map(({ description }) => description.name)

test('a model is installed once all its files are downloaded, and reads back as published', async (t) => {
  const { pull, model, models, folder, contents } = await pulling(t, [{}, { status: 404 }])
  assert.deepEqual(await models.stateOf(model), { type: 'absent', bytes: 0 })
  await assert.rejects(pull(model), /404/)
  assert.deepEqual(await usable(folder), [])
  assert.deepEqual(await models.stateOf(model), { type: 'absent', bytes: 20_000 })
  const shares: number[] = []
  assert.equal(await pull(model, { onProgress: (share) => shares.push(share) }), true)
  assert.equal(shares.at(-1), 1)
  assert.ok(shares[0]! >= 0.2, 'resumes where it stopped')
  assert.deepEqual(await models.stateOf(model), { type: 'pulled' })
  const [pulled] = await pulledModels(folder)
  for (const name of NAMES) assert.deepEqual(await pulled!.read(name), contents[`/${name}`])
  assert.deepEqual(readdirSync(path.join(folder, '.pulling')), [])
})

test('an installed model is not pulled again', async (t) => {
  const { pull, model, server } = await pulling(t)
  assert.equal(await pull(model), true)
  assert.equal(await pull(model), false)
  assert.equal(server.requests.length, NAMES.length)
})

test('a damaged model is reported and not used, and only the damaged file is pulled again', async (t) => {
  const { pull, model, models, folder, server } = await pulling(t)
  await pull(model)
  const [before] = await pulledModels(folder)
  writeFileSync(path.join(folder, 'model', 'decoder'), 'Something else.')
  assert.deepEqual(await models.stateOf(model), { type: 'damaged' })
  await assert.rejects(
    before!.read('decoder'),
    /decoder is damaged; run "scriptorium models pull model" to repair it/,
  )
  assert.equal(await pull(model), true)
  assert.deepEqual(await models.stateOf(model), { type: 'pulled' })
  assert.equal(server.requests.length, NAMES.length + 1)
  const [repaired] = await pulledModels(folder)
  assert.notEqual(repaired!.id, before!.id, 'a recogniser that rejected it loads it again')
})

test('a later version of a model replaces the earlier one', async (t) => {
  const { pull, model, folder, models } = await pulling(t)
  await pull(model)
  const contents = contentsOf('2')
  const from = await serveFiles(t, contents)
  const later = described(contents)
  assert.equal(await pull(later, { from }), true)
  assert.equal(from.requests.length, NAMES.length - 1, 'an unchanged file is reused')
  assert.deepEqual(readFileSync(path.join(folder, 'model', 'encoder')), contents['/encoder'])
  assert.deepEqual(await models.stateOf(later), { type: 'pulled' })
})

test('a model that does not run here is not installed', async (t) => {
  const { pull, model, folder, server } = await pulling(t)
  const trial = async () => Promise.reject(new Error('not enough memory'))
  await assert.rejects(pull(model, { trial }), (error) => {
    assert.ok(error instanceof ModelError)
    assert.equal(error.message, 'model was downloaded, but does not run here: not enough memory')
    return true
  })
  assert.deepEqual(await usable(folder), [])
  await pull(model)
  assert.equal(server.requests.length, NAMES.length, 'nothing is downloaded for a second trial')
})

test('the second of two concurrent pulls is refused and can be repeated', async (t) => {
  const { pull, model, folder, models } = await pulling(t)
  const both = await Promise.allSettled([pull(model), pull(model)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  assert.ok(refused.reason instanceof InUseError)
  assert.deepEqual(await usable(folder), ['model'])
  assert.equal(await pull(model), false)
  assert.deepEqual(await models.stateOf(model), { type: 'pulled' })
})

test('a model that does not fit on the disk is rejected before anything is downloaded', async (t) => {
  const { pull, model, server } = await pulling(t)
  const encoder = { ...model.files['encoder']!, size: Number.MAX_SAFE_INTEGER - 100_000 }
  const huge = { ...model, files: { ...model.files, encoder } }
  await assert.rejects(
    pull(huge),
    /^ModelError: model needs 9,007,199,255 MB more, but .* has [\d,]+ MB left$/,
  )
  assert.equal(server.requests.length, 0)
})

test('removing deletes a model, or the files of an incomplete pull', async (t) => {
  const { pull, model, models, folder } = await pulling(t, [{}, { status: 404 }])
  assert.equal(await models.remove('model'), false)
  await assert.rejects(pull(model), /404/)
  assert.equal(await models.remove('model'), true)
  assert.deepEqual(await models.stateOf(model), { type: 'absent', bytes: 0 })
  await pull(model)
  assert.equal(await models.remove('model'), true)
  assert.deepEqual(await usable(folder), [])
  assert.equal(await models.remove('model'), false)
})

test('leftovers of a pull that was killed while replacing a model are removed with the model', async (t) => {
  const { models, folder, pull, model } = await pulling(t)
  await pull(model)
  const replaced = path.join(folder, '.pulling', 'model.old')
  mkdirSync(replaced)
  writeFileSync(path.join(replaced, 'encoder'), 'Of an earlier version.')
  assert.equal(await models.remove('model'), true)
  assert.deepEqual(readdirSync(path.join(folder, '.pulling')), [])
})

test('the model with the highest priority comes first, and other files are ignored', async (t) => {
  const { pull, model, folder } = await pulling(t)
  assert.deepEqual(await usable(folder), [])
  await pull({ ...model, name: 'small', priority: 1 })
  await pull({ ...model, name: 'large', priority: 2 })
  writeFileSync(path.join(folder, 'notes.txt'), '')
  await pull({ ...model, name: 'of-a-later-version' })
  writeFileSync(path.join(folder, 'of-a-later-version', 'model.json'), '{"engine": "unheard-of"}')
  assert.deepEqual(await usable(folder), ['large', 'small'])
})

test('a description cannot lead out of the folder', () => {
  const model = described(contentsOf('1'))
  for (const name of ['..', '../x', 'a/b', '.pulling', '', 'lock.sqlite', 'A'])
    assert.ok(!modelDescription.safeParse({ ...model, name }).success, name)
})
