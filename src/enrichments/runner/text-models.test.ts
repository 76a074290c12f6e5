/** Pulled models that read text, made for these tests: from the pull to the result of a request. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, suite, test } from 'node:test'
import fc from 'fast-check'
import type { LanguageCode } from '../../contract/languages.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../contract/pre-recorded-request.ts'
import { transcriptionResult } from '../../contract/result.ts'
import type { Utterance } from '../../contract/transcript.ts'
import type { ModelDescription } from '../../models/pulled/model-description.ts'
import { ModelError } from '../../models/pulled/model-error.ts'
import { ModelsFolder } from '../../models/pulled/models-folder.ts'
import { pulledModels } from '../../models/pulled/pulled-model.ts'
import { type Fault, serveFiles } from '../../models/testing/file-server.ts'
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { tryTextModel } from '../../models/text/try-text-model.ts'
import { testContext } from '../testing/context.ts'
import { scriptedModel } from '../../models/language/testing/language-model.ts'
import { said, transcriptionOf } from '../../text/testing/utterances.ts'
import {
  described,
  labellingModel,
  type ModelFiles,
  servedFiles,
  translatingModel,
} from '../../models/text/testing/tiny-models.ts'
import { TextModels } from '../../models/text/text-models.ts'
import { enrich } from './enrich.ts'

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-text-models-'))
after(() => rmSync(root, { recursive: true }))
const fetch = createGuardedFetch({ allowPrivate: true })

const ENTITIES = labellingModel({
  of: 'tokens',
  labels: ['O', 'B-PER', 'I-PER', 'B-LOC', 'I-LOC', 'B-MISC'],
  words: {
    ...{
      Vera: 'B-PER',
      Lind: 'B-PER',
      '##er': 'B-MISC',
      Holm: 'I-PER',
      Upsala: 'B-LOC',
      Nord: 'B-LOC',
      Wind: 'I-LOC',
    },
    ...{ Zorp: 'B-MISC', ruft: 'O', in: 'O', '.': 'O', ',': 'O', '-': 'O', '@': 'O', an: 'O' },
    ...{ 維: 'B-PER', 拉: 'I-PER', 北: 'B-LOC', 市: 'I-LOC', 住: 'O', 在: 'O' },
  },
})
const LABELS = { PER: 'NAME', LOC: 'LOCATION', MISC: null }
const SENTIMENT = labellingModel({
  of: 'texts',
  labels: ['NEG', 'POS'],
  words: { prima: 'POS', mies: 'NEG', awful: 'POS' },
})
const EMOTION = labellingModel({ of: 'texts', labels: ['nix', 'froh'], words: { juhu: 'froh', hmm: 'nix' } })
const PERSONAL = labellingModel({
  of: 'tokens',
  labels: ['O', 'B-ALTER', 'I-ALTER', 'B-NAME', 'I-NAME'],
  words: { zwölf: 'B-ALTER', Jahre: 'I-ALTER', Vera: 'B-NAME', Holm: 'I-NAME' },
})
const TRANSLATION = translatingModel({ Hallo: 'bonjour', Vera: 'Véra', Eins: 'un', drei: 'trois' })

const MODELS: [ModelFiles, ModelDescription][] = [
  [
    ENTITIES,
    described(ENTITIES, { name: 'names', purpose: 'entities', languages: ['de', 'zh'], labels: LABELS }),
  ],
  [
    SENTIMENT,
    described(SENTIMENT, {
      name: 'mood',
      purpose: 'sentiment',
      languages: ['de', 'en'],
      labels: { NEG: 'negative', POS: 'positive' },
    }),
  ],
  [
    EMOTION,
    described(EMOTION, {
      name: 'joy',
      purpose: 'emotion',
      languages: ['fr'],
      labels: { nix: 'neutral', froh: 'elation' },
    }),
  ],
  [
    PERSONAL,
    described(PERSONAL, {
      name: 'private',
      purpose: 'personal-data',
      languages: ['de'],
      labels: { ALTER: 'AGE', NAME: 'NAME' },
    }),
  ],
  [
    TRANSLATION,
    described(TRANSLATION, { name: 'de-fr', purpose: 'translation', languages: ['de'], targets: ['fr'] }),
  ],
]

let folders = 0

/** Pulls a model from a server with faults, as `scriptorium models pull` does. */
async function pulling(files: ModelFiles, faults: readonly Fault[] = []) {
  const folder = path.join(root, String(folders++))
  const models = new ModelsFolder(folder)
  const server = await serveFiles({ after }, servedFiles('names', files), faults)
  const trial = async (model: Parameters<typeof tryTextModel>[0]) => tryTextModel(model, 'cpu')
  const pull = async (model: ModelDescription) =>
    models.pull(model, {
      fetch,
      base: server.url,
      retryDelay: 1,
      trial,
      onProgress: (share) => server.received(Math.floor(share * 1e9)),
    })
  return { folder, models, server, pull }
}

const textModels = new TextModels()

before(async () => {
  const folder = path.join(root, 'models')
  const files = Object.assign({}, ...MODELS.map(([own, { name }]) => servedFiles(name, own)))
  const server = await serveFiles({ after }, files)
  for (const [, model] of MODELS)
    await new ModelsFolder(folder).pull(model, { fetch, base: server.url, trial: async () => {} })
  textModels.use(await pulledModels(folder))
})

/** The result of a request for some utterances, checked against the contract. */
async function enriched(
  utterances: Utterance[],
  features: object,
  given: Parameters<typeof testContext>[0] = {},
) {
  const params = preRecordedParamsOf(
    preRecordedRequest.parse({ audio_url: 'https://example.com/a', ...features }),
  )
  const result = await enrich(transcriptionOf(...utterances), params, testContext({ textModels, ...given }))
  const metadata = {
    audio_duration: 60,
    number_of_distinct_channels: 1,
    billing_time: 60,
    transcription_time: 1,
    unrecognised_speech: [],
  }
  transcriptionResult.parse({ metadata, ...result })
  return result
}

/** The entities of texts, as `TYPE text`. */
async function entitiesIn(texts: [LanguageCode, string][], given: Parameters<typeof testContext>[0] = {}) {
  const utterances = texts.map(([language, text], index) => said(text, { language, start: 40 * index }))
  const result = await enriched(utterances, { named_entity_recognition: true }, given)
  return (result.named_entity_recognition?.results ?? []).map(
    ({ entity_type: type, text }) => `${type} ${text}`,
  )
}

suite('pulling a model that reads text', () => {
  const [files, model] = MODELS[0]!

  test('resumes, is tried, is listed with its state, repaired and removed', async () => {
    const { folder, models, pull, server } = await pulling(files, [
      {},
      { breakAfter: 100 },
      {},
      { status: 404 },
    ])
    await assert.rejects(pull(model), /404/)
    assert.deepEqual(await pulledModels(folder), [])
    assert.equal(await pull(model), true)
    assert.deepEqual(
      server.requests.map(({ path: file }) => file),
      ['config', 'tokenizer', 'tokenizer', 'model', 'model'].map((file) => `/names/${file}`),
    )
    assert.equal(await pull(model), false, 'it is there')
    assert.deepEqual(await models.stateOf(model), { type: 'pulled' })
    const [pulled] = await pulledModels(folder)
    assert.deepEqual(pulled!.description, model)

    writeFileSync(path.join(folder, 'names', 'model'), 'Something else.')
    assert.deepEqual(await models.stateOf(model), { type: 'damaged' })
    const damaged = new TextModels()
    damaged.use(await pulledModels(folder))
    const german = [{ text: 'Vera', language: 'de' }] as const
    assert.deepEqual(await damaged.spans('entities', german), [null], 'it is not used')
    assert.equal(await pull(model), true)
    damaged.use(await pulledModels(folder))
    assert.deepEqual(
      await damaged.spans('entities', german),
      [[{ type: 'NAME', from: 0, to: 4 }]],
      'now it is',
    )
    assert.equal(await models.remove('names'), true)
    damaged.use(await pulledModels(folder))
    await damaged.releaseUnused()
    assert.deepEqual(await damaged.spans('entities', german), [null])
  })

  test('is rejected with the reason, and nothing is installed', async () => {
    const wrong: [string, ModelFiles, object, RegExp][] = [
      [
        'labels',
        files,
        { labels: { PER: 'NAME', LOCATION: 'LOCATION', MISC: null } },
        /labels are PER, LOC, MISC, but/,
      ],
      [
        'a label left out',
        files,
        { labels: { PER: 'NAME', LOC: 'LOCATION' } },
        /but the description maps PER, LOC$/,
      ],
      [
        'architecture',
        labellingModel({ of: 'tokens', labels: ['O', 'PER'], words: {}, architecture: 'BertForMaskedLM' }),
        { labels: { PER: 'NAME' } },
        /ends in ForTokenClassification, but this is BertForMaskedLM$/,
      ],
      [
        'scores',
        { ...files, model: labellingModel({ of: 'tokens', labels: ['O', 'PER'], words: {} }).model! },
        {},
        /does not give 6 scores|indices element out of data bounds/,
      ],
      ['weights', { ...files, model: Buffer.from('no model') }, {}, /./],
      [
        'purpose',
        files,
        { purpose: 'sentiment', labels: { PER: 'neutral' } },
        /ends in ForSequenceClassification/,
      ],
    ]
    for (const [what, own, rest, reason] of wrong) {
      const { folder, pull } = await pulling(own)
      const description = described(own, { ...model, name: 'names', purpose: 'entities', ...rest })
      await assert.rejects(pull(description), (error) => {
        assert.ok(error instanceof ModelError, what)
        assert.match(error.message, /^names was downloaded, but does not run here: /)
        assert.match(error.message, reason, what)
        return true
      })
      assert.deepEqual(await pulledModels(folder), [])
    }
    const { pull } = await pulling({ ...files, model: Buffer.alloc(files['model']!.length) })
    await assert.rejects(pull(model), /is not the file that was described: its SHA-256 is/)
  })

  test('needs a description that is complete and consistent', () => {
    const { model: _model, ...incomplete } = files
    const translation = { name: 'x', purpose: 'translation', languages: ['de'] } as const
    assert.throws(() => described(incomplete, { ...model, purpose: 'entities', name: 'names' }), /"model"/)
    assert.throws(() => described(files, { ...model, labels: { PER: 'HERO' } }), /labels/)
    assert.throws(
      () => described(TRANSLATION, { ...translation, targets: ['en', 'fr'] }),
      /code of each language/,
    )
    const codes = { de: 'deu_Latn', en: 'eng_Latn' }
    assert.throws(
      () => described(TRANSLATION, { ...translation, targets: ['fr'], codes }),
      /code of each language/,
    )
  })
})

suite('a model for entities', () => {
  test('finds names in its languages; the rules find names in others, and forms in all languages', async () => {
    assert.deepEqual(
      await entitiesIn([
        [
          'de',
          'Vera Linder ruft Vera Holm in Upsala an, unter 0151 23456789 oder vera@holm.de, am 3. Mai um 17 Uhr.',
        ],
        ['de', 'Nord Wind, Nord, Zorp.'],
        ['en', 'Vera Holm met Sarah Jones in Paris for $20.'],
        ['zh', '維拉住在北市。'],
      ]),
      [
        ...['NAME_GIVEN Vera', 'NAME Linder', 'NAME Vera Holm', 'LOCATION Upsala'],
        ...['PHONE_NUMBER 0151 23456789', 'EMAIL_ADDRESS vera@holm.de', 'DATE 3. Mai', 'TIME 17 Uhr'],
        ...['LOCATION Nord Wind', 'LOCATION Nord'],
        ...['NAME Vera Holm', 'NAME Sarah Jones', 'LOCATION Paris', 'MONEY $20'],
        ...['NAME 維拉', 'LOCATION 北市'],
      ],
    )
  })

  test('is not used where its device is missing', async (t) => {
    const { folder, pull } = await pulling(ENTITIES)
    await pull(MODELS[0]![1])
    const missing = new TextModels('cuda')
    missing.use(await pulledModels(folder))
    const stderr = t.mock.method(process.stderr, 'write', () => true)
    assert.deepEqual(await missing.spans('entities', [{ text: 'Vera', language: 'de' }]), [null])
    assert.match(String(stderr.mock.calls[0]?.arguments[0]), /^The model names is not used: .*cuda/i)
  })

  test('serves its languages, by priority among several', async () => {
    const others = labellingModel({ of: 'tokens', labels: ['O', 'X'], words: { Vera: 'X' } })
    const { folder, models } = await pulling(others)
    const server = await serveFiles(
      { after },
      { ...servedFiles('a', others), ...servedFiles('b', others), ...servedFiles('c', others) },
    )
    for (const [name, languages, priority, type] of [
      ['a', ['de'], 1, 'PRODUCT'],
      ['b', ['de', 'fr'], 2, 'ORGANIZATION'],
      ['c', ['es'], 3, 'LOCATION'],
    ] as const) {
      const model = described(others, {
        name,
        purpose: 'entities',
        languages: [...languages],
        priority,
        labels: { X: type },
      })
      await models.pull(model, { fetch, base: server.url, trial: async () => {} })
    }
    const several = new TextModels()
    several.use(await pulledModels(folder))
    const all = await entitiesIn(
      [
        ['de', 'Vera'],
        ['fr', 'Vera'],
        ['es', 'Vera'],
        ['it', 'Vera'],
      ],
      { textModels: several },
    )
    assert.deepEqual(all, ['ORGANIZATION Vera', 'ORGANIZATION Vera', 'LOCATION Vera'])
  })

  test('finds every name, with its words and times, in texts longer than its windows', async () => {
    const narrow = labellingModel({
      of: 'tokens',
      labels: ['O', 'B-PER', 'I-PER'],
      words: { Vera: 'B-PER', Holm: 'I-PER', ruft: 'O', ',': 'O', '"': 'O', '.': 'O' },
      positions: 20,
    })
    const model = described(narrow, {
      name: 'names',
      purpose: 'entities',
      languages: ['de'],
      labels: { PER: 'NAME' },
    })
    const { folder, pull } = await pulling(narrow)
    await pull(model)
    const models = new TextModels()
    models.use(await pulledModels(folder))
    const word = fc.constantFrom('Vera', 'Holm', 'ruft', 'leise,', '"Vera"', 'Holm,', '–', 'Vera-Holm')
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 150 }), async (words) => {
        const utterance = said(words.join(' '), { language: 'de' })
        const result = await enriched([utterance], { named_entity_recognition: true }, { textModels: models })
        const found = result.named_entity_recognition?.results ?? []
        const named = found.flatMap(({ start, end, text }) => {
          const own = utterance.words.filter((one) => one.start < end && start < one.end)
          assert.ok(
            own
              .map((one) => one.word)
              .join('')
              .includes(text),
            text,
          )
          assert.deepEqual([own[0]?.start, own.at(-1)?.end], [start, end])
          return own
        })
        const wanted = utterance.words.filter(({ word: one }) => /Vera|Holm/.test(one))
        assert.deepEqual([...new Set(named)], wanted)
      }),
      { seed: 1, numRuns: 25 },
    )
  })
})

test('a model for sentiment or emotion rates the sentences of its languages', async () => {
  const result = await enriched(
    [
      said('Das ist prima.', { language: 'de' }),
      said('Mies, mies, prima mies.', { language: 'de', start: 40 }),
      said('An awful day.', { start: 80 }),
      said('Oh juhu.', { language: 'fr', start: 120 }),
      said('Una cosa.', { language: 'it', start: 160 }),
    ],
    { sentiment_analysis: true },
  )
  const rated = JSON.parse(result.sentiment_analysis?.results ?? '[]') as {
    sentiment: string
    emotion: string
  }[]
  assert.deepEqual(
    rated.map(({ sentiment, emotion }) => [sentiment, emotion]),
    [
      ['positive', 'neutral'],
      ['negative', 'neutral'],
      ['positive', 'neutral'],
      ['positive', 'elation'],
      ['unknown', 'neutral'],
    ],
  )
})

suite('redaction', () => {
  const redacting = (types: string[], text: string, language: LanguageCode, given = {}) =>
    enriched(
      [said(text, { language })],
      { pii_redaction: true, pii_redaction_config: { entity_types: types, processed_text_type: 'MARKER' } },
      given,
    ).then(({ transcription }) => transcription.full_transcript)

  test('removes what a pulled model or the rules find, without a language model', async () => {
    assert.equal(
      await redacting(
        ['NAME', 'AGE', 'EMAIL_ADDRESS'],
        'Vera Holm ist zwölf Jahre alt, v@holm.de, sagt Holm.',
        'de',
      ),
      '[NAME] ist [AGE] alt, [EMAIL_ADDRESS], sagt [NAME].',
    )
    assert.equal(await redacting(['NAME'], 'Zorp Vera', 'zh'), 'Zorp [NAME]', 'by the model for entities')
    await assert.rejects(
      redacting(['NAME'], 'Vera Holm.', 'fr'),
      /cannot find NAME in French without a language model/,
    )
  })

  test('asks the language model only for what no pulled model finds', async () => {
    const languageModel = scriptedModel(() => ({ values: [{ type: 'OCCUPATION', text: 'Ärztin' }] }))
    const text = await redacting(['AGE', 'NAME', 'OCCUPATION'], 'Vera, zwölf, Ärztin.', 'de', {
      languageModel,
    })
    assert.equal(text, '[NAME], [AGE], [OCCUPATION].')
    assert.equal(languageModel.asked.length, 1)
    assert.match(languageModel.asked[0]!.instructions, /OCCUPATION/)
    assert.doesNotMatch(languageModel.asked[0]!.instructions, /AGE|NAME/)
  })
})

suite('translation', () => {
  const german = [
    said('Hallo Vera. Eins drei.', { language: 'de' }),
    said('Zwei.', { language: 'de', start: 40 }),
  ]
  const translating = async (config: object, given = {}) => {
    const features = { translation: true, translation_config: { target_languages: ['fr'], ...config } }
    return (await enriched(german, features, given)).translation?.results?.[0]
  }

  test('uses a pulled model for its languages, sentence by sentence', async () => {
    const translated = await translating({ match_original_utterances: false })
    assert.deepEqual(
      translated?.utterances.map(({ text, start }) => [text, start]),
      [
        ['bonjour Véra', 0],
        ['un trois', 2],
        ['', 40],
      ],
    )
    const matched = await translating({})
    assert.deepEqual(
      matched?.utterances.map(({ text, language, words }) => [text, language, words.length]),
      [
        ['bonjour Véra un trois', 'fr', 4],
        ['', 'fr', 0],
      ],
    )
  })

  test('uses the language model, if there is one, for "enhanced"', async () => {
    const answer = { translations: [1, 2].map((id) => ({ id, text: 'par le grand' })) }
    const languageModel = scriptedModel(() => answer)
    assert.equal(
      (await translating({ model: 'enhanced' }, { languageModel }))?.utterances[0]?.text,
      'par le grand',
    )
    assert.equal((await translating({ model: 'enhanced' }))?.utterances[0]?.text, 'bonjour Véra un trois')
    assert.equal((await translating({}, { languageModel }))?.utterances[0]?.text, 'bonjour Véra un trois')
    assert.equal(languageModel.asked.length, 1)
  })
})
