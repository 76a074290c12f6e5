/** `npm start`, the way of starting in the README, drains as the program itself does. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { suite, test } from 'node:test'
import { descendantsOf } from './support/process-table.ts'
import { type LogLine, survivors, temporaryFolder } from './support/scriptorium.ts'

/** `TEST_NPM` is the npm-cli.js of another version of npm. */
const NPM = process.env['TEST_NPM']
const [command, ...args] = NPM === undefined ? ['npm'] : [process.execPath, NPM]

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
        // Whatever is in a file .env.
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
        t.after(() => service.forEach((one) => process.kill(one.pid, 'SIGKILL')))
        process.kill(recipient * pid, signal)
        await exited
        assert.deepEqual(await survivors(service), [])
        service.length = 0
      }
      assert.equal(messages.at(-1), 'stopped')
      // Of its own terminal signal, npm may die.
      if (recipient === 1) assert.deepEqual(await exited, [0, null])
    })
  }
})
