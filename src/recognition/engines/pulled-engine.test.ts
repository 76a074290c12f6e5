/** A real model, pulled over a connection that breaks, is an engine from the next file on. One of the slower ones. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { findFfmpeg } from '../../audio/ffmpeg.ts'
import { createGuardedFetch } from '../../net/guarded-fetch.ts'
import { Engines } from './engines.ts'
import { Moonshine } from './moonshine.ts'
import { RecogniserProcess } from '../batch/recogniser-process.ts'
import { serveFiles } from '../../models/testing/file-server.ts'
import { whisperDescription, whisperFiles } from '../../models/testing/published-whisper.ts'
import { kennedy } from '../testing/speech.ts'
import { writeWav } from '../testing/wav-file.ts'
import { Whisper } from './whisper.ts'
import { ModelsFolder } from '../../models/pulled/models-folder.ts'
import { pulledModels } from '../../models/pulled/pulled-model.ts'
import { tryModel } from './model-trial.ts'

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-pulled-'))
after(() => rmSync(root, { recursive: true }))
const folder = path.join(root, 'models')
const models = new ModelsFolder(folder)
const files = await whisperFiles()
const server = await serveFiles({ after }, files, [
  { breakAfter: 10_000_000 },
  {},
  { breakAfter: 30_000_000 },
])
const model = whisperDescription(server.url, files, ['en', 'es'])
const pull = async (trial = tryModel) =>
  models.pull(model, {
    base: 'http://127.0.0.1:1',
    fetch: createGuardedFetch({ allowPrivate: true }),
    trial,
    retryDelay: 1,
  })

test('a pulled model is used for its languages, the engines in the box for the others', async () => {
  await pull()
  const all = new Engines()
  await all.use(await pulledModels(folder))
  const english = await all.for('en')
  assert.ok(english instanceof Whisper)
  assert.equal(await all.for('es'), english)
  assert.equal(await all.languageIdentifier(), english)
  await all.use(await pulledModels(folder))
  assert.equal(await all.for('en'), english, 'it stays loaded')
  assert.notEqual(await all.for('de'), english)
  await all.use([])
  assert.ok((await all.for('en')) instanceof Moonshine)
  await all.close()
})

test('a recogniser uses a model from the next file on, and works without it when it is damaged or gone', async () => {
  const ffmpeg = await findFfmpeg()
  const spool = path.join(root, 'spool')
  const recogniser = new RecogniserProcess({ ffmpeg, folder: spool, maxSeconds: 60, models: folder })
  const file = path.join(root, 'kennedy.wav')
  writeWav(file, kennedy.samples)
  // Two engines never have the same confidence in a word.
  const heard = async () => {
    const { utterances } = await recogniser.transcribe(file, { languages: ['en'], codeSwitching: false })
    return utterances.flatMap(({ words }) =>
      words.map(({ word, confidence }) => [word, confidence.toFixed(2)]),
    )
  }
  try {
    await pull()
    const byWhisper = await heard()
    const { pid } = recogniser
    await models.remove(model.name)
    const byMoonshine = await heard()
    assert.notDeepEqual(byMoonshine, byWhisper)
    await pull(async () => {})
    assert.deepEqual(await heard(), byWhisper)
    writeFileSync(path.join(folder, model.name, 'decoder'), 'Something else.')
    assert.deepEqual(await heard(), byWhisper, 'what is loaded is not read again')
    assert.equal(recogniser.pid, pid)
    await recogniser.close()
    assert.deepEqual(await heard(), byMoonshine)
  } finally {
    await recogniser.close()
  }
})

test('a model that lacks what an engine needs fails its trial, with the reason', async (t) => {
  const generation = Buffer.from('{"is_multilingual": false}')
  const other = await serveFiles(t, { ...files, '/generation': generation })
  const english = {
    ...whisperDescription(other.url, { ...files, '/generation': generation }, ['en']),
    name: 'english',
  }
  const options = { base: other.url, fetch: createGuardedFetch({ allowPrivate: true }), trial: tryModel }
  await assert.rejects(
    models.pull(english, options),
    /english was downloaded, and does not run here: .*lang_to_id/s,
  )
})
