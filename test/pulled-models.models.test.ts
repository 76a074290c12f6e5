/** `scriptorium models` as run in a shell. One of the slower tests: a real model is pulled and used. */
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Models } from '../src/contract/models.ts'
import type { Transcription } from '../src/contract/transcript.ts'
import { type Fault, serveFiles } from '../src/models/testing/file-server.ts'
import { described, labellingModel, servedFiles } from '../src/models/text/testing/tiny-models.ts'
import { CATALOGUE } from '../src/models/catalogue.ts'
import { whisperDescription, whisperFiles } from '../src/speech/testing/pulled-whisper.ts'
import { Client } from './support/client.ts'
import { isLong } from './support/long.ts'
import { runService } from './support/running-service.ts'
import { cutSample } from './support/sample.ts'
import { scriptorium, temporaryFolder } from './support/scriptorium.ts'

const STACK_TRACE = /\n\s+at |node:internal|\.ts:\d/

const models = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  scriptorium(['models', ...args], env)

suite('scriptorium models', () => {
  test('lists the available models, and writes nothing', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const { code, stdout, stderr } = await models({ DATA_DIR: dataDir }, 'list')
    assert.deepEqual([code, stderr], [0, ''])
    const [listed = '', inUse = ''] = stdout.split('\n\n')
    const [head, ...rows] = listed.split('\n')
    assert.match(head!, /^NAME +FOR +SIZE +STATE +LICENCE$/)
    assert.equal(rows.length, CATALOGUE.length)
    assert.match(inUse, /^IN USE\nRecordings\n {2}en: moonshine \(bundled\), before whisper \(bundled\)\n/)
    assert.match(
      stdout,
      /^whisper-small +recognition of all languages except en +252 MB +not installed +MIT$/m,
    )
    assert.ok(!existsSync(dataDir))
  })

  test('pulls a described model over a broken connection, and a running service uses it', async (t) => {
    const service = await runService()
    t.after(async () => service.close())
    const client = await Client.of(service)
    const { audio_url } = await client.upload(cutSample(0, 2))
    // Two engines never report the same confidences.
    const wordsOf = ({ utterances }: Transcription) =>
      utterances.flatMap(({ words }) => words.map(({ word, confidence }) => [word, confidence.toFixed(2)]))
    const transcribe = async () => {
      const job = await client.ended(
        await client.create({ audio_url, language_config: { languages: ['en'] } }),
      )
      return wordsOf(job.result?.transcription ?? assert.fail('no words'))
    }

    const byMoonshine = await transcribe()
    const env = { DATA_DIR: service.dataDir }
    const files = await whisperFiles()
    const server = await serveFiles(t, files, [{ breakAfter: 10_000_000 }])
    const description = join(temporaryFolder(), 'model.json')
    writeFileSync(description, JSON.stringify(whisperDescription(server.url, files, ['en'])))
    assert.deepEqual(await models(env, 'pull', description), {
      code: 0,
      stdout: 'whisper-pulled is installed and used from the next job on\n',
      stderr: '',
    })
    const byWhisper = await transcribe()
    assert.notDeepEqual(byWhisper, byMoonshine)
    assert.match(byWhisper.join(' '), /welcome/i)
    const again = await models(env, 'pull', description)
    assert.equal(again.stdout, 'whisper-pulled is already installed\n')
    const isInstalled = async () =>
      assert.match(
        (await models(env, 'list')).stdout,
        /^whisper-pulled +recognition of en +78 MB +installed +MIT$/m,
      )
    await isInstalled()
    writeFileSync(join(service.dataDir, 'models', 'whisper-pulled', 'features'), '{}')
    const damaged = await models(env, 'list')
    assert.match(damaged.stdout, /^whisper-pulled .* damaged: pull it again +MIT$/m)
    // models-folder.test.ts pulls damaged models without their trial, which takes 4 s.
    if (isLong) {
      assert.equal((await models(env, 'pull', 'whisper-pulled')).code, 0, 'by its name, now that it is known')
      await isInstalled()
    }

    const removed = await models(env, 'remove', 'whisper-pulled')
    assert.deepEqual(removed, { code: 0, stdout: '', stderr: '' })
    assert.deepEqual(await transcribe(), byMoonshine)
    assert.doesNotMatch((await models(env, 'list')).stdout, /whisper-pulled/)
  })

  test('pulls a model that reads text, which the running service then accepts and uses', async (t) => {
    const service = await runService()
    t.after(async () => service.close())
    const client = await Client.of(service)
    const { audio_url } = await client.upload(cutSample(0, 2))
    const language_config = { languages: ['en'] }
    const pii_redaction_config = { entity_types: ['AGE'], processed_text_type: 'MARKER' }
    const redacting = { audio_url, language_config, pii_redaction: true, pii_redaction_config }
    const refusal = await client.refused(400, 'POST', '/v2/pre-recorded', { body: redacting })
    assert.match(JSON.stringify(refusal), /AGE cannot be found/)

    const env = { DATA_DIR: service.dataDir }
    const files = labellingModel({ of: 'tokens', labels: ['O', 'B-OLD'], words: { Welcome: 'B-OLD' } })
    const server = await serveFiles(t, servedFiles('greetings', files))
    const description = join(temporaryFolder(), 'model.json')
    const model = { name: 'greetings', purpose: 'personal-data', labels: { OLD: 'AGE' } } as const
    writeFileSync(description, JSON.stringify(described(files, model)))
    assert.deepEqual(await models({ ...env, MODELS_URL: server.url }, 'pull', description), {
      code: 0,
      stdout: 'greetings is installed and used from the next job on\n',
      stderr: '',
    })
    assert.match(
      (await models(env, 'list')).stdout,
      /^greetings +personal-data of en +1 MB +installed +MIT$/m,
    )
    const { body } = await client.get<Models>('/v2/models')
    const found = body.items.find(({ name }) => name === 'greetings')
    assert.partialDeepStrictEqual(found, { purpose: 'personal-data', state: 'pulled', used_for: ['en'] })
    const { result } = await client.ended(await client.create(redacting))
    assert.match(result?.transcription?.full_transcript ?? '', /^\[AGE\] to /)
    await models(env, 'remove', 'greetings')
    await client.refused(400, 'POST', '/v2/pre-recorded', { body: redacting })
  })

  test('says in one line why a pull failed, and how much was downloaded', async (t) => {
    const env = { DATA_DIR: join(temporaryFolder(), 'data') }
    const path =
      '/Xenova/whisper-small/resolve/2d67713f236afa48a18992566e7647f6ca848e13/onnx/encoder_model_quantized.onnx'
    const size = 92_324_809
    for (const [served, faults, complaint] of [
      [{}, [], /whisper-small.*encoder_model_quantized\.onnx cannot be downloaded: the server answered 404$/],
      [
        { [path]: Buffer.alloc(1000) },
        [],
        /is not the file that was described: it has 1000 bytes, not 92324809$/,
      ],
      [
        { [path]: Buffer.alloc(size) },
        [{ breakAfter: 5_000_000 }, { status: 403 }],
        /the server answered 403$/,
      ],
    ] as [Record<string, Buffer>, Fault[], RegExp][]) {
      const server = await serveFiles(t, served, faults)
      const { code, stdout, stderr } = await models(
        { ...env, MODELS_URL: server.url },
        'pull',
        'whisper-small',
      )
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr.trimEnd(), complaint)
      assert.doesNotMatch(stderr, STACK_TRACE)
    }
    assert.match((await models(env, 'list')).stdout, /^whisper-small .* [1-9]\d? % downloaded +MIT$/m)
    assert.equal((await models(env, 'remove', 'whisper-small')).code, 0)
    assert.match((await models(env, 'list')).stdout, /^whisper-small .* not installed +MIT$/m)
  })

  test('refuses unknown models and invalid descriptions', async () => {
    const folder = temporaryFolder()
    const env = { DATA_DIR: join(folder, 'data') }
    const wrong = join(folder, 'wrong.json')
    writeFileSync(wrong, '{"name": "../x", "purpose": "recognition", "engine": "whisper"}')
    for (const [args, complaint] of [
      [['pull', 'whisper-huge'], /^There is no model whisper-huge: see "scriptorium models list"\n$/],
      [['pull', wrong], /wrong\.json does not describe a model:\n.*lower-case/s],
      [['pull', join(folder, 'none.json')], /none\.json/],
      [['remove', 'whisper-small'], /^There is no model whisper-small to remove: see/],
      [['remove', '../data'], /is not the name of a model/],
    ] as const) {
      const { code, stdout, stderr } = await models(env, ...args)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, complaint)
      assert.doesNotMatch(stderr, STACK_TRACE)
    }
  })
})
