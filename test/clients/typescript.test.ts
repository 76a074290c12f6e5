/** The TypeScript client as a package: the example of its README, and those of `examples/`. */
import assert from 'node:assert/strict'
import { exec, execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Scriptorium } from '../../clients/typescript/src/index.ts'
import { exampleIn, folderWithClient, OLDEST_NODE, started, tsc } from '../support/client-package.ts'
import { type RunningService, runService } from '../support/running-service.ts'
import { SAMPLE_PATH, SILENCE } from '../support/sample.ts'
import { temporaryFolder } from '../support/scriptorium.ts'
import { until } from '../support/until.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

suite('@scriptorium/client', () => {
  let service: RunningService
  let folder: string
  let env: Record<string, string>

  before(async () => {
    service = await runService({ ALLOW_PRIVATE_URLS: '1' })
    folder = await folderWithClient()
    env = { SCRIPTORIUM_URL: service.url, SCRIPTORIUM_KEY: service.key }
  })
  after(async () => service.close())

  test('the examples of its README compile, and the first one transcribes', async () => {
    const readme = await readFile(new URL('../../clients/typescript/README.md', import.meta.url), 'utf8')
    const first = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? ''
    const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '')
    assert.equal(blocks.length, 4)
    const here = first.replace('http://localhost:8080', service.url).replace('your service key', service.key)
    const files = blocks.map((_, i) => join(folder, `example-${i}.ts`))
    // The second example uses the client of the first.
    const client = /^const scriptorium = .*$/m.exec(first)?.[0]
    const whole = [
      here,
      `import { Scriptorium } from '@scriptorium/client'\n${client}\n${blocks[1]}`,
      ...blocks.slice(2),
    ]
    for (const [i, file] of files.entries()) await writeFile(file, whole[i] ?? '')
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    const options =
      '--ignoreConfig --strict --noEmit --target es2022 --lib esnext,dom,dom.asynciterable --module nodenext --types node'
    await tsc([...options.split(' '), ...files])

    await copyFile(SAMPLE_PATH, join(folder, 'talk.wav'))
    const { stdout } = await promisify(execFile)(process.execPath, ['example-0.ts'], { cwd: folder })
    assert.match(stdout, /^Welcome to scriptorium/i)
    assert.match(stdout, /^[\da-f-]{36} \d{4}-/m)
    assert.match(stdout, /^00:00:00,\d+ --> /m)
    assert.match(stdout, /^ .*you can find it again/m)
  })

  test('the examples start after the preparation that their README describes', async () => {
    const checkout = temporaryFolder()
    const isSource = (path: string) => !/\/(?:node_modules|dist)$/.test(path)
    for (const path of ['package.json', 'tsconfig.json', 'clients', 'examples'])
      await cp(join(ROOT, path), join(checkout, path), { recursive: true, filter: isSource })
    // As "npm ci" creates it.
    await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
    const readme = await readFile(join(checkout, 'examples/README.md'), 'utf8')
    const commands = [...readme.matchAll(/^ {4}(npm [^#\n]*)/gm)].map(([, line = '']) => line.trim())
    assert.equal(commands[0], 'npm ci')
    for (const command of commands.slice(1)) await promisify(exec)(command, { cwd: checkout })
    const watcher = async (variables: Record<string, string>, ...args: string[]) => {
      const options = { cwd: join(checkout, 'examples/folder-watcher'), env: variables, timeout: 60_000 }
      const { stderr, code } = (await promisify(execFile)(OLDEST_NODE, ['watch.js', ...args], options).catch(
        (error: unknown) => error,
      )) as { stderr: string; code: number }
      assert.equal(code, 1)
      return stderr
    }
    assert.match(
      await watcher({}, checkout),
      /^SCRIPTORIUM_KEY and a folder are needed: SCRIPTORIUM_KEY=… node watch\.js /,
    )
    assert.match(await watcher(env), /^SCRIPTORIUM_KEY and a folder are needed/)
    assert.equal(await watcher(env, 'rec'), 'rec: there is no such folder\n')
    assert.match(await watcher({ ...env, SCRIPTORIUM_KEY: 'wrong' }, checkout), /^invalid service key: /)
    for (const [program, message] of [
      ['live-captions/serve.js', /^SCRIPTORIUM_KEY is needed: /],
      ['slack-receiver/receive.js', /^CALLBACK_SECRET and SLACK_WEBHOOK_URL are needed: /],
    ] as const) {
      const path = join(await exampleIn(folder, program.split('/', 1)[0]!), program.split('/')[1]!)
      await assert.rejects(
        promisify(execFile)(OLDEST_NODE, [path], { env: {}, timeout: 60_000 }),
        ({ stderr }) => {
          assert.match(stderr as string, message)
          return true
        },
      )
    }
  })

  test('the folder watcher transcribes each file once', async (t) => {
    const inbox = await exampleIn(folder, 'folder-watcher')
    await started(t, [join(inbox, 'watch.js'), inbox], env, /Watching/)
    await writeFile(join(inbox, 'silence.wav'), SILENCE)
    await writeFile(join(inbox, 'broken.mp3'), 'no audio')
    await copyFile(SAMPLE_PATH, join(inbox, 'talk.wav'))
    const written = async (name: string, pattern: RegExp) =>
      until(
        async () => readFile(join(inbox, name), 'utf8').catch(() => 'missing'),
        (content) => pattern.test(content),
      )
    await written('talk.wav.txt', /^Welcome to scriptorium/i)
    await written('talk.wav.srt', /-->/)
    await written('silence.wav.txt', /^$/)
    const jobs = await Array.fromAsync(new Scriptorium(service).list({ fields: ['file'], limit: 2 }))
    assert.equal(jobs.filter(({ file }) => file?.filename === 'silence.wav').length, 1)
  })

  test('the receiver posts the contents of genuine callbacks only', async (t) => {
    const posts: string[] = []
    let posted = () => {}
    const channel = createServer((request, response) => {
      void text(request).then((body) => {
        posts.push((JSON.parse(body) as { text: string }).text)
        response.writeHead(200).end('ok')
        posted()
      })
    }).listen(0, '127.0.0.1')
    await once(channel, 'listening')
    t.after(() => channel.close())
    const address = channel.address()
    const port = typeof address === 'object' ? address?.port : null

    const client = new Scriptorium(service)
    const { secret } = await client.request<{ secret: string }>('GET', 'v2/callback-secret')
    const receiver = await exampleIn(folder, 'slack-receiver')
    const listening = await started(
      t,
      [join(receiver, 'receive.js')],
      { CALLBACK_SECRET: secret, SLACK_WEBHOOK_URL: `http://127.0.0.1:${port}/hook`, PORT: '0' },
      /\d+$/,
    )
    const callback_url = `http://127.0.0.1:${listening}/`
    const forged = await fetch(callback_url, { method: 'POST', body: '{"event":"transcription.success"}' })
    assert.equal(forged.status, 401)
    const first = new Promise<void>((resolve) => (posted = resolve))
    const { audio_url } = await client.upload(SILENCE)
    const { id } = await client.create({ audio_url, callback_url })
    await first
    assert.deepEqual(posts, [`:memo: ${id}: (no speech)`])
  })
})
