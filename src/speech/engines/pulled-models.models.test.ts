/** A real model, pulled over a connection that breaks, is used from the next file on. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { long } from '../../../test/support/long.ts'
import { findFfmpeg } from '../../audio/ffmpeg.ts'
import { ModelsFolder } from '../../models/pulled/models-folder.ts'
import { serveFiles } from '../../models/testing/file-server.ts'
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { RecogniserProcess } from '../batch/recogniser-process.ts'
import { whisperDescription, whisperFiles } from '../testing/pulled-whisper.ts'
import { kennedyBeginning } from '../testing/speech.ts'
import { writeWav } from '../testing/wav-file.ts'
import { tryModel } from './try-model.ts'

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-pulled-'))
after(() => rmSync(root, { recursive: true }))
const folder = path.join(root, 'models')
const models = new ModelsFolder(folder)
const fetch = createGuardedFetch({ allowPrivate: true })
const files = await whisperFiles()

// Pulling and removing a model beside a running service is tested in test/pulled-models.models.test.ts.
test(
  'a recogniser uses a model from the next file on, and works without it when it is damaged or gone',
  long,
  async (t) => {
    const server = await serveFiles(t, files, [{ breakAfter: 10_000_000 }, {}, { breakAfter: 30_000_000 }])
    const model = whisperDescription(server.url, files, ['en', 'es'])
    // The trial of a whole model is tested in test/pulled-models.models.test.ts.
    const pull = async () =>
      models.pull(model, { base: 'http://127.0.0.1:1', fetch, trial: async () => {}, retryDelay: 1 })
    const damage = () => writeFileSync(path.join(folder, model.name, 'decoder'), 'Something else.')
    const ffmpeg = await findFfmpeg()
    const spool = path.join(root, 'spool')
    const recogniser = new RecogniserProcess({ ffmpeg, folder: spool, maxSeconds: 60, models: folder })
    const file = path.join(root, 'speech.wav')
    writeWav(file, kennedyBeginning.samples)
    // Tells the engines apart: two engines never have the same confidence in a word.
    const recognised = async () => {
      const { utterances } = await recogniser.transcribe(file, { languages: ['en'], codeSwitching: false })
      return utterances.flatMap(({ words }) =>
        words.map(({ word, confidence }) => [word, confidence.toFixed(2)]),
      )
    }
    try {
      const byMoonshine = await recognised()
      const { pid } = recogniser
      await pull()
      const byWhisper = await recognised()
      assert.notDeepEqual(byWhisper, byMoonshine)
      damage()
      assert.deepEqual(await recognised(), byWhisper, 'what is loaded is not read again')
      await models.remove(model.name)
      assert.deepEqual(await recognised(), byMoonshine)
      await pull()
      damage()
      assert.deepEqual(await recognised(), byMoonshine)
      assert.equal(recogniser.pid, pid)
    } finally {
      await recogniser.close()
    }
  },
)

test('a model that lacks what its engine needs fails its trial, with the reason', async (t) => {
  const other = Buffer.from('{"is_multilingual": false}')
  const changed = { ...files, '/encoder': other, '/decoder': other, '/generation': other }
  const server = await serveFiles(t, changed)
  const english = { ...whisperDescription(server.url, changed, ['en']), name: 'english' }
  await assert.rejects(
    models.pull(english, { base: server.url, fetch, trial: tryModel }),
    /english was downloaded, but does not run here: .*lang_to_id/s,
  )
})
