/** `npm start`, which the README recommends, drains as the program itself does. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { suite, test } from 'node:test'
import { openTestStore, TEST_SECRET_KEY } from '../src/store/testing/open-test-store.ts'
import { descendantsOf, signalAll } from './support/process-table.ts'
import { allExit, type LogLine, temporaryFolder } from './support/scriptorium.ts'
import { withDialect } from './support/store-place.ts'

/** `TEST_NPM` is the npm-cli.js of another version of npm. */
const NPM = process.env['TEST_NPM']
const [command, ...args] = NPM === undefined ? ['npm'] : [process.execPath, NPM]

const onTerminal = {
  skip:
    spawnSync('script', ['--version']).status !== 0 &&
    'there is no program "script", of bsdutils or util-linux',
}

suite('npm start', { skip: process.platform !== 'linux' }, () => {
  for (const [name, signal, recipient] of [
    ['SIGTERM to npm', 'SIGTERM', 1],
    ['SIGINT to npm', 'SIGINT', 1],
    // A terminal signals the whole group, and npm forwards the signal to the service once more.
    ['Ctrl-C', 'SIGINT', -1],
  ] as const) {
    test(`${name} drains the service and leaves no process behind`, async (t) => {
      const env = {
        ...process.env,
        DATA_DIR: temporaryFolder(),
        PORT: '0',
        // Override the file .env, if there is one.
        DATABASE_URL: '',
        S3_BUCKET: '',
        SERVICE_KEY: 'key-of-npm-start-test',
      }
      const npm = spawn(command, [...args, '--silent', 'start'], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      })
      const exited = once(npm, 'exit')
      const pid = npm.pid!
      const messages: unknown[] = []
      for await (const line of createInterface(npm.stdout)) {
        const { msg } = JSON.parse(line) as LogLine
        messages.push(msg)
        if (msg !== 'listening') continue
        const service = descendantsOf(pid)
        t.after(() => signalAll(service, 'SIGKILL'))
        process.kill(recipient * pid, signal)
        await exited
        await allExit(service)
        service.length = 0
      }
      assert.equal(messages.at(-1), 'stopped')
      // The terminal signal may kill npm itself.
      if (recipient === 1) assert.deepEqual(await exited, [0, null])
    })
  }

  test('on a terminal prints a link for the first admin, and where the key is', onTerminal, async (t) => {
    const dataDir = temporaryFolder()
    const links: string[] = []
    for (const [key, place] of [
      ['', `in ${dataDir}/service-key`],
      ['key-of-npm-start-test', 'in SERVICE_KEY'],
    ] as const) {
      const env = {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: '0',
        SERVICE_KEY: key,
        SECRET_KEY: TEST_SECRET_KEY,
        DATABASE_URL: '',
        S3_BUCKET: '',
      }
      const start = [command, ...args, '--silent', 'start'].map((word) => `'${word}'`).join(' ')
      const terminal = spawn('script', ['-qefc', start, '/dev/null'], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const stop = () => signalAll(descendantsOf(terminal.pid!), 'SIGTERM')
      t.after(stop)
      const lines: string[] = []
      for await (const line of createInterface(terminal.stdout)) {
        lines.push(line)
        if (line.startsWith('Console: ')) stop()
      }
      const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine)
      const url = String(logged.find(({ msg }) => msg === 'listening')?.['url'])
      const named = url.replace('127.0.0.1', 'localhost')
      assert.ok(
        lines.includes(`Console: ${named}/console (or sign in with the key ${place})`),
        lines.join('\n'),
      )
      const link = lines.find((line) => line.startsWith('First admin: '))?.split(' ')[2] ?? ''
      assert.match(link, new RegExp(`^${named}/console/join#[\\w-]{43}$`))
      links.push(link.split('#')[1] ?? '')
    }
    // The second start invalidates the link of the first.
    await withDialect({ dataDir, databaseUrl: null }, async (dialect) => {
      const { invitations } = await openTestStore(dialect)
      const found = await Promise.all(links.map(async (token) => invitations.find(token)))
      assert.deepEqual(
        found.map((offer) => offer?.role),
        [undefined, 'admin'],
      )
    })
  })
})
