/** The commands as run in a shell: their output and exit codes. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { listenHttp } from '../src/platform/net/testing/loopback-server.ts'
import { Client } from './support/client.ts'
import { runService } from './support/running-service.ts'
import { scriptorium, ServiceProcess, temporaryFolder } from './support/scriptorium.ts'

/** Must never be shown to users. */
const STACK_TRACE = /\n\s+at |node:internal|\.ts:\d/

suite('scriptorium keys', () => {
  test('creates, lists and revokes keys beside a running service, with immediate effect', async (t) => {
    const service = await runService()
    t.after(async () => service.close())
    const client = await Client.of(service)
    const env = { DATA_DIR: service.dataDir }
    const id = await client.create({ audio_url: 'https://example.com/talk.wav' })

    const created = await scriptorium(['keys', 'create', 'my app', '--account', 'team-a'], env)
    assert.partialDeepStrictEqual(created, { code: 0, stderr: '' })
    assert.match(created.stdout, /^[\w-]{43}\n$/)
    const key = created.stdout.trim()
    const theirs = client.as(key)
    const { body: page } = await theirs.get<{ items: unknown[] }>('/v2/pre-recorded')
    assert.deepEqual(page.items, [], 'another account, which has no jobs')
    await theirs.refused(404, 'GET', `/v2/pre-recorded/${id}`)

    const second = await scriptorium(['keys', 'create', 'another'], env)
    const ours = client.as(second.stdout.trim())
    assert.equal((await ours.get(`/v2/pre-recorded/${id}`)).status, 200, 'the account "default"')

    const limits = ['--scope', 'read', '--scope', 'live', '--expires', '90d']
    const reader = client.as((await scriptorium(['keys', 'create', 'reader', ...limits], env)).stdout.trim())
    assert.equal((await reader.get(`/v2/pre-recorded/${id}`)).status, 200)
    const { message: refusal } = await reader.refused(403, 'POST', '/v2/pre-recorded')
    assert.match(refusal, /the scope write, which the key does not have/)
    for (const wrong of [
      ['--scope', 'all'],
      ['--expires', '90'],
      ['--expires', '0d'],
      ['--account', ' '],
    ])
      assert.equal((await scriptorium(['keys', 'create', 'reader', ...wrong], env)).code, 2)

    const list = await scriptorium(['keys', 'list'], env)
    const [head, ...rows] = list.stdout.trimEnd().split('\n')
    assert.match(head ?? '', /^ID +ACCOUNT +NAME +SCOPES +CREATED +EXPIRES +LAST USED +REVOKED$/)
    assert.equal(rows.length, 4)
    assert.match(list.stdout, /reader +read,live +\S+Z +\S+Z/)
    const row = rows.find((line) => line.includes('my app')) ?? ''
    assert.match(row, /^[0-9a-f-]{36} +team-a +my app +read,write,live +\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    assert.ok(!list.stdout.includes(key))

    const [keyId = ''] = row.split(' ')
    assert.partialDeepStrictEqual(await scriptorium(['keys', 'revoke', keyId], env), { code: 0, stderr: '' })
    const { message } = await theirs.refused(401, 'GET', '/v2/pre-recorded')
    assert.match(message, /^invalid service key: /)
    const again = await scriptorium(['keys', 'revoke', keyId], env)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /^There is no active key .*\n$/)
    const after = await scriptorium(['keys', 'list'], env)
    assert.match(after.stdout, /team-a +my app +\S+ +\S+Z +\S+Z\n/)
  })

  test('works before the service was ever started', async (t) => {
    const dataDir = join(temporaryFolder(), 'new')
    for (const [what, empty] of [
      ['keys', 'There are no keys: create one with "scriptorium keys create"\n'],
      ['accounts', 'There are no accounts: create one with "scriptorium accounts create"\n'],
    ] as const)
      assert.deepEqual(await scriptorium([what, 'list'], { DATA_DIR: dataDir }), {
        code: 0,
        stdout: '',
        stderr: empty,
      })
    const { stdout, code } = await scriptorium(['keys', 'create', 'first'], { DATA_DIR: dataDir })
    assert.equal(code, 0)
    const service = await ServiceProcess.start(t, dataDir)
    const client = await Client.of({ url: service.url, key: stdout.trim() })
    assert.equal((await client.get('/v2/pre-recorded?limit=1')).status, 200)
  })
})

suite('scriptorium', () => {
  test('names each invalid variable, and what it must be', async () => {
    const env = {
      DATA_DIR: join(temporaryFolder(), 'data'),
      PORT: 'abc',
      CONCURRENCY: '0',
      PUBLIC_URL: 'example.com',
      ALLOW_PRIVATE_URLS: 'yes',
      LOG_LEVEL: 'loud',
      KEY_HEADERS: 'x y',
      DATABASE_URL: 'mysql://localhost',
    }
    const { code, stdout, stderr } = await scriptorium(['serve'], env)
    assert.deepEqual([code, stdout], [1, ''])
    const lines = stderr.trimEnd().split('\n').toSorted()
    const names = lines.map((line) => line.split(':')[0])
    const { DATA_DIR: folder, ...faults } = env
    assert.deepEqual(names, Object.keys(faults).toSorted(), 'one line for each fault, and no other line')
    assert.ok(!existsSync(folder))
  })

  test('says why it cannot run on this machine', async (t) => {
    const folder = temporaryFolder()
    const { port } = await listenHttp(t, () => {})
    writeFileSync(join(folder, 'file'), '')
    for (const [env, complaint] of [
      [{ PORT: String(port) }, /port|address/i],
      [{ DATA_DIR: join(folder, 'file') }, /DATA_DIR|file/],
      [{ FFMPEG_PATH: join(folder, 'none') }, /FFMPEG_PATH/],
    ] as const) {
      const mine = { DATA_DIR: join(folder, 'mine'), PORT: '0', ...env }
      const { code, stderr } = await scriptorium(['serve'], mine)
      assert.equal(code, 1)
      assert.match(stderr, complaint)
      assert.doesNotMatch(stderr, STACK_TRACE)
    }
  })

  test('prints help', async () => {
    const { code, stdout } = await scriptorium(['--help'], {})
    assert.equal(code, 0)
    for (const command of ['serve', 'transcribe', 'keys', 'accounts'])
      assert.match(stdout, new RegExp(`^  ${command}\\b`, 'm'))
    const keys = await scriptorium(['keys', '--help'], {})
    for (const command of ['create', 'list', 'revoke'])
      assert.match(keys.stdout, new RegExp(`^  ${command}\\b`, 'm'))
    const completions = await scriptorium(['completions', 'bash'], {})
    assert.match(completions.stdout, /'' *\) words='serve work transcribe.*\ncomplete .* scriptorium\n$/s)
    const unknown = await scriptorium(['transcibe'], {})
    assert.equal(unknown.code, 2)
    assert.match(unknown.stderr, /transcibe/)
  })

  test('refuses input that it cannot transcribe before it starts, and lists the languages', async () => {
    const refused = await scriptorium(['transcribe', '--format', 'pdf', 'talk.mp3'], {})
    assert.deepEqual([refused.code, refused.stdout], [2, ''])
    assert.match(refused.stderr, /--format.*txt, md, srt, vtt, json/)
    assert.doesNotMatch(refused.stderr, STACK_TRACE)
    const { code, stdout } = await scriptorium(['transcribe', '--languages'], {})
    assert.equal(code, 0)
    assert.match(stdout, /^de +German +Deutsch$/m)
  })

  test('creates a key at the first start and says where it is, but never logs it', async (t) => {
    const dataDir = join(temporaryFolder(), 'data')
    const keys = new Set<string>()
    for (const start of ['first', 'second']) {
      const service = await ServiceProcess.start(t, dataDir, { SERVICE_KEY: '' })
      const key = readFileSync(join(dataDir, 'service-key'), 'utf8').trim()
      keys.add(key)
      const client = await Client.of({ url: service.url, key })
      assert.equal((await client.get('/v2/pre-recorded?limit=1')).status, 200)
      assert.equal(await service.end('SIGTERM'), 0)
      const file = join(dataDir, 'service-key')
      assert.equal(service.stderr.includes(`It is stored in ${file}`), start === 'first')
      assert.ok(!service.stderr.includes(key))
      assert.ok(!JSON.stringify(service.log).includes(key))
    }
    assert.equal(keys.size, 1)
    assert.equal(statSync(join(dataDir, 'service-key')).mode & 0o777, 0o600)
  })
})
