/** Adding an engine as CONTRIBUTING describes takes one declaration and one entry in the list of families. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, suite, test } from 'node:test'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Device } from '../../models/onnx-session.ts'
import { type DescriptionFor, recognitionDescription } from '../../models/pulled/model-description.ts'
import { ModelsFolder } from '../../models/pulled/models-folder.ts'
import { familyOf, requireFamily } from '../../models/pulled/model-family.ts'
import { modelsFor, type PulledModel, pulledModels } from '../../models/pulled/pulled-model.ts'
import { serveFiles } from '../../models/testing/file-server.ts'
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { Recogniser } from '../batch/recogniser.ts'
import { recordingOf } from '../testing/memory-recording.ts'
import { kennedy } from '../testing/speech.ts'
import type { Engine, EngineFamily, LanguageIdentifier } from './engine.ts'
import { ENGINES } from './engines.ts'
import { LoadedEngines } from './loaded-engines.ts'
import { tryModel } from './try-model.ts'

/** Recognises every segment as one word, the content of its model file. */
class Parrot implements Engine, LanguageIdentifier {
  readonly #word: string
  readonly device: Device | undefined
  closed = false

  constructor(word: string, device?: Device) {
    this.#word = word
    this.device = device
  }

  async recognise(samples: Float32Array) {
    return [{ word: ` ${this.#word}`, start: 0, end: samples.length / SAMPLE_RATE, confidence: 0.5 }]
  }

  async identify(_samples: Float32Array, [language = 'la']: readonly LanguageCode[]) {
    return new Map([[language, 1]])
  }

  async close(): Promise<void> {
    this.closed = true
  }
}

const parrot: EngineFamily = {
  name: 'parrot',
  files: ['word'],
  load: async (files, { device }) => new Parrot((await files.read('word')).toString(), device),
}

/** Has no model files, so that it can be bundled. */
const latin: EngineFamily = {
  name: 'latin',
  files: [],
  bundled: { languages: ['la'], identifiesLanguages: true, translates: false, aligns: false, files: {} },
  load: async () => new Parrot('Loquitur'),
}

const families = [latin, parrot, ...ENGINES]
const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-parrot-'))
after(() => rmSync(root, { recursive: true }))

/** Pulls a model of the made-up family. With a trial, the model must work. */
async function pullParrot(
  word: string,
  rest: Partial<DescriptionFor<'recognition'>> = {},
  trial: (model: PulledModel<DescriptionFor<'recognition'>>) => Promise<unknown> = (model) =>
    tryModel(model, 'cpu', families),
): Promise<string> {
  const folder = mkdtempSync(path.join(root, 'models-'))
  const content = Buffer.from(word)
  const server = await serveFiles({ after }, { '/word': content })
  const sha256 = createHash('sha256').update(content).digest('hex')
  const model = recognitionDescription.parse({
    name: 'parrot-small',
    purpose: 'recognition',
    engine: 'parrot',
    licence: 'MIT',
    languages: ['en', 'la'],
    identifiesLanguages: true,
    priority: 1,
    files: { word: { url: 'word', size: content.length, sha256 } },
    ...rest,
  })
  const fetch = createGuardedFetch({ allowPrivate: true })
  await new ModelsFolder(folder).pull(model, { base: server.url, fetch, trial })
  return folder
}

suite('a new engine', () => {
  test('recognises the languages it is declared for', async (t) => {
    const recogniser = new Recogniser(new LoadedEngines(families))
    t.after(() => recogniser.close())
    const options = { languages: ['la'], codeSwitching: false } as const
    const { utterances } = await recogniser.recognise(recordingOf(kennedy.samples), options)
    assert.ok(utterances.length > 0)
    for (const { text, language } of utterances) assert.deepEqual([text, language], ['Loquitur', 'la'])
  })

  test('is loaded again after a failure', async () => {
    let attempts = 0
    const flaky: EngineFamily = {
      ...latin,
      load: async (...given) => {
        if (++attempts === 1) throw new Error('out of memory')
        return latin.load(...given)
      },
    }
    const engines = new LoadedEngines([flaky])
    await assert.rejects(engines.for('la'), /out of memory/)
    assert.ok(await engines.for('la'))
  })

  test('loads pulled models, which are used before the bundled ones', async () => {
    const engines = new LoadedEngines(families)
    const bundled = await engines.for('la')
    const folder = await pullParrot('Salve')
    await engines.use(await pulledModels(folder), 'cuda')
    const pulled = await engines.for('en')
    assert.equal((await pulled.recognise(new Float32Array(SAMPLE_RATE), 'en'))[0]?.word, ' Salve')
    assert.equal(await engines.for('la'), pulled)
    assert.equal(await engines.languageIdentifier(), pulled)
    await engines.use(await pulledModels(folder))
    assert.equal(await engines.for('en'), pulled, 'it stays loaded')
    await engines.use([])
    assert.equal(await engines.for('la'), bundled)
    assert.ok(pulled instanceof Parrot && pulled.closed)
    assert.equal(pulled.device, 'cuda')
    await engines.close()
  })

  test('is not used for languages that its pulled model does not support', async () => {
    const engines = new LoadedEngines(families)
    const folder = await pullParrot('Hola', { languages: ['es'], identifiesLanguages: false })
    await engines.use(await pulledModels(folder))
    assert.notEqual(await engines.for('la'), await engines.for('es'))
    await engines.close()
  })

  test('must have the abilities claimed by the description of a pulled model', async () => {
    const deaf: EngineFamily = {
      ...parrot,
      load: async () => ({ recognise: async () => [], close: async () => {} }),
    }
    const trial = (model: PulledModel<DescriptionFor<'recognition'>>) => tryModel(model, 'cpu', [deaf])
    await assert.rejects(pullParrot('Salve', {}, trial), /does not run here: .*not identify languages/)
  })

  test('is listed in the error about a model that no engine loads', async () => {
    const [model] = modelsFor('recognition', await pulledModels(await pullParrot('Salve')))
    const { description } = model!
    assert.equal(familyOf(description, families), parrot)
    for (const wrong of [
      { engine: 'ostrich' },
      { files: {} },
      { files: { ...description.files, other: description.files['word']! } },
    ])
      assert.throws(
        () => requireFamily({ ...description, ...wrong }, families),
        /No engine loads parrot-small\. .*; parrot \(word\); /,
      )
    const engines = new LoadedEngines([latin])
    await engines.use([model!])
    assert.ok((await engines.languageIdentifier()) instanceof Parrot)
    await assert.rejects(engines.for('en'), /No engine recognises en/)
    await engines.close()
  })
})
