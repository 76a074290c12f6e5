/** `scriptorium models pull` for each purpose that sherpa-onnx serves, with made models, as run in a shell. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { type HubRepository, serveHub } from '../src/models/testing/hub-server.ts'
import { serveFiles } from '../src/models/testing/file-server.ts'
import { described, servedFiles } from '../src/models/text/testing/tiny-models.ts'
import { toneSpeakers } from '../src/speech/speakers/testing/tone-speakers.ts'
import { nemoTransducerModel } from '../src/speech/testing/made-models/nemo-transducer.ts'
import { cnnBilstm } from '../src/speech/testing/made-models/punctuation.ts'
import { zipformerTransducer } from '../src/speech/testing/made-models/streaming-models.ts'
import { scriptorium, temporaryFolder } from './support/scriptorium.ts'

const COMMIT = 'c'.repeat(40)

/** A repository with these files. */
function repository(
  files: Readonly<Record<string, Buffer>>,
  names: Readonly<Record<string, string>>,
): HubRepository {
  const named = Object.entries(files).map(([name, bytes]) => [names[name] ?? `${name}.int8.onnx`, bytes])
  return { commits: { [COMMIT]: Object.fromEntries(named) }, card: { license: 'mit', language: 'en' } }
}

const TOKENS = { tokens: 'tokens.txt' }

suite('a model of sherpa-onnx', () => {
  test('is pulled, tried and used for each purpose', async (t) => {
    const speakers = toneSpeakers()
    const { url } = await serveHub(t, {
      'a/nemo-parakeet-made': repository(nemoTransducerModel(), TOKENS),
      'a/streaming-zipformer-made': repository(zipformerTransducer(), {
        ...TOKENS,
        encoder: 'encoder-epoch-9-chunk-16.int8.onnx',
        decoder: 'decoder-epoch-9-chunk-16.onnx',
      }),
      'a/punct-made': repository(cnnBilstm({ well: { after: ',' } }), { vocabulary: 'bpe.vocab' }),
    })
    const env = { DATA_DIR: join(temporaryFolder(), 'data'), MODELS_URL: url }
    const pulled = async (...args: string[]) => {
      const { code, stdout, stderr } = await scriptorium(['models', 'pull', ...args], env)
      assert.deepEqual([code, stderr], [0, ''])
      return stdout
    }
    for (const [name, purpose, engine] of [
      ['nemo-parakeet-made', 'recognition', 'nemo-transducer'],
      ['streaming-zipformer-made', 'live-recognition', 'streaming-transducer'],
      ['punct-made', 'punctuation', 'cnn-bilstm'],
    ] as const)
      assert.match(
        await pulled(`a/${name}@${COMMIT}`),
        new RegExp(
          `for ${purpose} of en, with the engine ${engine}\n${name} is installed and used from the next `,
        ),
      )
    const { url: base } = await serveFiles(t, servedFiles('tones', speakers))
    const model = described(speakers, { name: 'tones', purpose: 'speakers', threshold: 0.5 })
    const files = Object.entries(model.files).map(([name, file]) => [
      name,
      { ...file, url: `${base}/${file.url}` },
    ])
    const file = join(temporaryFolder(), 'tones.json')
    writeFileSync(file, JSON.stringify({ ...model, files: Object.fromEntries(files) as object }))
    assert.equal(await pulled(file), 'tones is installed and used from the next job on\n')
    const { stdout } = await scriptorium(['models', 'list'], env)
    for (const line of [
      'en: nemo-parakeet-made (pulled, priority 100), before moonshine (bundled) and whisper (bundled)',
      'en: streaming-zipformer-made (pulled, priority 100), before moonshine (bundled) and whisper (bundled)',
      'en: tones (pulled, priority 1), before the bundled method',
      'en: punct-made (pulled, priority 100)',
    ])
      assert.ok(stdout.includes(`\n  ${line}\n`), `${line}\n${stdout}`)
  })

  test('that makes the library end its process is refused with the output of the library', async (t) => {
    const files = nemoTransducerModel()
    const { url } = await serveHub(t, { 'a/streaming-broken': repository(files, TOKENS) })
    const env = { DATA_DIR: join(temporaryFolder(), 'data'), MODELS_URL: url }
    const { code, stderr } = await scriptorium(['models', 'pull', 'a/streaming-broken'], env)
    assert.equal(code, 1)
    assert.match(stderr, /^streaming-broken was downloaded, but does not run here: [^\n]{10,}\n$/)
  })
})
