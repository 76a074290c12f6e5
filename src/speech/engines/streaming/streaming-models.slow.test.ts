import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import type { LanguageCode } from '../../../contract/languages.ts'
import { pulledModels } from '../../../models/pulled/pulled-model.ts'
import { heard } from '../../testing/heard-speech.ts'
import {
  nemoCtc,
  nemoTransducer,
  WORDS,
  zipformerCtc,
  zipformerTransducer,
} from '../../testing/made-models/streaming-models.ts'
import { placeStreamingModel } from '../../testing/pulled-streaming.ts'
import { aliceBeginning, kennedy } from '../../testing/speech.ts'
import { StreamingModels } from './streaming-models.ts'
import type { HeardStream, StreamingThread } from './streaming-thread.ts'

const speech = await heard(kennedy)
const other = await heard(aliceBeginning)
const root = mkdtempSync(join(tmpdir(), 'scriptorium-models-'))
after(() => rmSync(root, { recursive: true }))
let folders = 0

async function used(...models: readonly Parameters<typeof placeStreamingModel>[]): Promise<StreamingModels> {
  const all = new StreamingModels()
  after(() => all.use([]))
  for (const model of models) placeStreamingModel(...model)
  all.use(await pulledModels(models[0]![0]))
  return all
}

const folder = () => join(root, String(folders++))

const opened = (thread: StreamingThread | null, language: LanguageCode = 'en') =>
  thread?.open(language) ?? assert.fail('not opened')

/** Hears all samples, in pieces of `size`. */
async function hear(stream: HeardStream, samples: Float32Array, size: number) {
  for (let at = 0; at < samples.length; at += size)
    await stream.hear(samples.slice(at, at + size), { toEnd: false })
  return stream.hear(new Float32Array(0), { toEnd: true })
}

const textOf = (tokens: readonly { readonly text: string }[]) =>
  tokens
    .map(({ text }) => text)
    .join('')
    .trim()

for (const { engine, kind, files, hasProbabilities } of [
  { engine: 'streaming-transducer', kind: 'Zipformer', files: zipformerTransducer(), hasProbabilities: true },
  { engine: 'streaming-transducer', kind: 'NeMo', files: nemoTransducer(), hasProbabilities: true },
  { engine: 'streaming-zipformer-ctc', kind: 'Zipformer', files: zipformerCtc(), hasProbabilities: false },
  { engine: 'streaming-nemo-ctc', kind: 'NeMo', files: nemoCtc(), hasProbabilities: false },
])
  suite(`${engine} (${kind})`, async () => {
    const models = await used([folder(), files, { engine }])
    const thread = (await models.for('en')) ?? assert.fail('not loaded')

    test('every word is heard at its time, however the audio is cut', async () => {
      for (const size of [speech.samples.length, 1600, 777]) {
        const stream = opened(thread)
        const { tokens } = await hear(stream, speech.samples, size)
        stream.close()
        assert.equal(textOf(tokens), speech.text)
        for (const [i, { time }] of tokens.entries()) {
          const late = time - speech.words[i]!.start
          assert.ok(late > 0 && late < 0.25, `${late} s late`)
        }
        assert.equal(
          tokens.some(({ probability }) => probability < 1),
          hasProbabilities,
        )
      }
    })

    test('speech is heard up to a pause, and continues after it', async () => {
      const stream = opened(thread)
      // The first word has just ended.
      const end = Math.round((speech.words[0]!.start + 0.25) * SAMPLE_RATE)
      const first = await stream.hear(speech.samples.slice(0, end), { toEnd: true })
      assert.equal(textOf(first.tokens), 'alpha')
      assert.ok(first.silence >= 0.3 * SAMPLE_RATE && first.silence < SAMPLE_RATE, `${first.silence}`)
      const all = await stream.hear(speech.samples.slice(end), { toEnd: true })
      assert.equal(textOf(all.tokens), speech.text)
      const late = all.tokens.at(-1)!.time - first.silence / SAMPLE_RATE - speech.words.at(-1)!.start
      assert.ok(late > 0 && late < 0.25, `${late} s late`)
      stream.close()
    })

    test('streams decoded together hear what each hears alone, and closing one loses nothing', async () => {
      const streams = Array.from({ length: 5 }, () => opened(thread))
      const closed = streams[4]!.hear(speech.samples, { toEnd: true })
      const together = [speech, other, speech, other].map((own, i) =>
        hear(streams[i]!, own.samples, 1000 + 300 * i),
      )
      streams[4]!.close()
      assert.deepEqual(await closed, { tokens: [], silence: 0 })
      const texts = (await Promise.all(together)).map(({ tokens }) => textOf(tokens))
      assert.deepEqual(texts, [speech.text, other.text, speech.text, other.text])
      for (const stream of streams) stream.close()
    })
  })

test('a model of several languages is told the spoken one', async () => {
  const model = { engine: 'streaming-transducer', languages: ['en', 'de'] }
  const models = await used([folder(), nemoTransducer(['en-US', 'de-DE']), model])
  for (const [language, shift] of [
    ['en', 0],
    ['de', 1],
  ] as const) {
    const thread = await models.for(language)
    const stream = opened(thread, language)
    const { tokens } = await stream.hear(speech.samples, { toEnd: true })
    stream.close()
    const expected = speech.words.map((_, i) => WORDS[(i + shift) % WORDS.length])
    assert.equal(textOf(tokens), expected.join(' '))
  }
})

test('the model with the highest priority is used; if it is damaged, this is reported once and another is used', async (t) => {
  const place = folder()
  const models = await used(
    [place, zipformerTransducer(), { name: 'better', engine: 'streaming-transducer', priority: 2 }],
    [place, zipformerCtc(), { name: 'good', engine: 'streaming-zipformer-ctc' }],
  )
  writeFileSync(join(place, 'better', 'joiner'), 'damaged')
  const written = t.mock.method(process.stderr, 'write', () => true)
  const [first, second] = [await models.for('en'), await models.for('en')]
  const said = written.mock.calls.map(({ arguments: [text] }) => text)
  written.mock.restore()
  assert.ok(first !== null && first === second)
  assert.deepEqual(said, [
    'The model better is not used: its joiner is damaged; run "scriptorium models pull better" to repair it\n',
  ])
  assert.equal(await models.for('fr'), null)
})

test('a removed model hears its open streams to their end, and no new ones', async () => {
  const models = await used([folder(), zipformerTransducer(), { engine: 'streaming-transducer' }])
  const thread = (await models.for('en'))!
  const stream = opened(thread)
  await stream.hear(speech.samples.slice(0, 2 * SAMPLE_RATE), { toEnd: false })
  models.use([])
  assert.equal(await models.for('en'), null)
  const { tokens } = await stream.hear(speech.samples.slice(2 * SAMPLE_RATE), { toEnd: true })
  assert.equal(textOf(tokens), speech.text)
  stream.close()
})

test('a model that is removed while loading hears nothing, nor does a closed stream', async () => {
  const place = folder()
  const models = await used([place, zipformerTransducer(), { engine: 'streaming-transducer' }])
  const loading = models.for('en')
  models.use([])
  assert.equal(await loading, null)
  models.use(await pulledModels(place))
  const thread = (await models.for('en'))!
  const stream = opened(thread)
  stream.close()
  assert.deepEqual(await stream.hear(speech.samples, { toEnd: true }), { tokens: [], silence: 0 })
  await thread.retire()
  assert.equal(thread.open('en'), null)
})
