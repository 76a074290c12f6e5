/** Other users of the machine can read nothing in DATA_DIR, however it is filled and whatever was there before. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { serveFiles } from '../../src/models/testing/file-server.ts'
import { Client } from '../support/client.ts'
import { SessionClient } from '../support/live-client.ts'
import { cutSample } from '../support/sample.ts'
import { scriptorium, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { until } from '../support/until.ts'

/** What others may read of a folder, itself included, with its permissions. The service may remove some of it in the meantime. */
function exposed(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  const mode = stats.mode & 0o777
  const own = mode === (stats.isDirectory() ? 0o700 : 0o600) ? [] : [`${path} ${mode.toString(8)}`]
  return stats.isDirectory() ? [...own, ...namesIn(path).flatMap((name) => exposed(join(path, name)))] : own
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

suite('files in DATA_DIR', { skip: process.platform === 'win32' }, () => {
  // Inherited by the service: the least private umask.
  let umask: number
  before(() => (umask = process.umask(0)))
  after(() => process.umask(umask))

  /** A folder such as a copy by the operator may have left. */
  const openFolder = () => {
    const dataDir = temporaryFolder()
    for (const folder of ['files/ab', 'live/old', 'models/whisper', 'spool', 'cache'])
      mkdirSync(join(dataDir, folder), { recursive: true })
    for (const file of ['service-key', 'lock.sqlite', 'files/ab/old', 'models/whisper/encoder.onnx'])
      writeFileSync(join(dataDir, file), '')
    chmodSync(dataDir, 0o755)
    return dataDir
  }

  test('are private while the service runs, and after it was killed and restarted', async (t) => {
    const dataDir = openFolder()
    const service = await ServiceProcess.start(t, dataDir, { SERVICE_KEY: '', SECRET_KEY: '' })
    assert.ok(existsSync(join(dataDir, 'secret-key')))
    assert.deepEqual(exposed(dataDir), [])
    const key = readFileSync(join(dataDir, 'service-key'), 'utf8').trim()
    const client = await Client.of({ url: service.url, key })
    const session = await SessionClient.start(client, { language_config: { languages: ['en'] } })
    await session.play(cutSample(0, 1))
    const upload = await client.upload(cutSample(0, 2))
    const id = await client.create({ audio_url: upload.audio_url, language_config: { languages: ['en'] } })
    await until(async () => {
      assert.deepEqual(exposed(dataDir), [])
      return (await client.job(id)).completed_at
    })
    for (const made of ['peaks', 'playback'])
      await until(async () => (await client.get(`/v2/jobs/${id}/${made}`)).status !== 202)
    assert.deepEqual(exposed(dataDir), [])
    await service.end('SIGKILL')
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o777)
    await ServiceProcess.start(t, dataDir, { SECRET_KEY: '' })
    for (const name of readdirSync(dataDir)) {
      const { mode = 0 } = statSync(join(dataDir, name), { throwIfNoEntry: false }) ?? {}
      assert.equal(mode & 0o077, 0, name)
    }
  })

  test('are private while a model is downloaded', async (t) => {
    const dataDir = openFolder()
    const bytes = Buffer.from('not a model')
    const { url } = await serveFiles(t, { '/encoder': bytes })
    const file = { url: 'encoder', size: bytes.length, sha256: hash('sha256', bytes) }
    const model = {
      name: 'incomplete',
      purpose: 'recognition',
      engine: 'whisper',
      licence: 'MIT',
      languages: ['es'],
      identifiesLanguages: false,
      priority: 1,
      files: {
        encoder: file,
        ...Object.fromEntries(
          ['decoder', 'vocabulary', 'generation', 'features'].map((name) => [name, { ...file, url: name }]),
        ),
      },
    }
    const description = join(temporaryFolder(), 'model.json')
    writeFileSync(description, JSON.stringify(model))
    const env = { DATA_DIR: dataDir, MODELS_URL: url }
    const { code, stderr } = await scriptorium(['models', 'pull', description], env)
    assert.equal(code, 1)
    assert.match(stderr, /404/)
    const names = readdirSync(dataDir, { recursive: true }).map(String)
    assert.ok(
      names.some((name) => name.includes('.pulling') && name.endsWith('encoder')),
      names.join(),
    )
    assert.deepEqual(exposed(dataDir), [])
  })

  for (const args of [
    ['keys', 'list'],
    ['models', 'remove', 'whisper'],
  ]) {
    test(`are private after scriptorium ${args.join(' ')}`, async () => {
      const dataDir = openFolder()
      await scriptorium(args, { DATA_DIR: dataDir })
      assert.deepEqual(exposed(dataDir), [])
    })
  }
})
