/** The conditions of a container: a read-only root, any user, and volumes of other users. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { TEST_SECRET_KEY } from '../../src/store/testing/open-test-store.ts'
import { Client } from '../support/client.ts'
import { cutSample } from '../support/sample.ts'
import { temporaryFolder } from '../support/scriptorium.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** Without a name in /etc/passwd. */
const USER = 54_321
const OTHER = 54_322

/** Runs a command as that user, with only `$DATA_DIR` and the tmpfs `$TMPDIR` writable. */
const IN_CONTAINER = `
set -e
mount --make-rprivate /
mount --bind "$DATA_DIR" "$DATA_DIR"
mount -o "remount,bind,$VOLUME" "$DATA_DIR"
mount -t tmpfs -o mode=1777 tmpfs "$TMPDIR"
mount -o remount,bind,ro /
exec setpriv --reuid=${USER} --regid=${USER} --clear-groups --bounding-set=-all --no-new-privs "$@"`

const isPossible =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '--make-rprivate', '/']).status === 0

/** Starts `scriptorium serve` there, on a volume with this owner and mode. It is killed at the end of the test. */
function serve(t: TestContext, owner: number, mode: number, volume: 'rw' | 'ro' = 'rw') {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const env = { DATA_DIR: join(folder, 'data'), TMPDIR: join(folder, 'tmp') }
  for (const path of Object.values(env)) mkdirSync(path)
  chownSync(env.DATA_DIR, owner, owner)
  chmodSync(env.DATA_DIR, mode)
  const command = [process.execPath, MAIN, 'serve']
  const child = spawn('unshare', ['--mount', 'sh', '-c', IN_CONTAINER, 'sh', ...command], {
    env: {
      PATH: process.env['PATH'],
      HOME: '/',
      VOLUME: volume,
      PORT: '0',
      SERVICE_KEY: 'a-key-of-the-tests',
      SECRET_KEY: TEST_SECRET_KEY,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await exited
  })
  return { ...env, child, exited }
}

suite('in a container', { skip: !isPossible && 'only root on Linux can make one' }, () => {
  test('the service writes only to its volume and /tmp, as a user without a name', async (t) => {
    const { child, exited, DATA_DIR } = serve(t, USER, 0o700)
    const log: Record<string, unknown>[] = []
    const listening = Promise.withResolvers<string>()
    createInterface(child.stdout).on('line', (json) => {
      const line = JSON.parse(json) as Record<string, unknown>
      log.push(line)
      if (line['msg'] === 'listening') listening.resolve(String(line['url']))
    })
    const stderr = text(child.stderr)
    void exited.then(async () => listening.reject(new Error(await stderr)))
    const client = await Client.of({ url: await listening.promise, key: 'a-key-of-the-tests' })

    const { audio_url } = await client.upload(cutSample(0, 4))
    const id = await client.create({ audio_url, diarization: true, summarization: true })
    const { result } = await client.jobThatIs(id, 'done')
    assert.deepEqual([result?.diarization?.success, result?.summarization?.success], [true, true])
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
    assert.equal(await stderr, '')
    const warnings = log.filter(({ level }) => Number(level) >= 40)
    assert.deepEqual(warnings, [])
    assert.ok(readdirSync(DATA_DIR).includes('scriptorium.sqlite'))
  })

  test('a volume that the user may not write to is reported in one line, with a remedy', async (t) => {
    for (const [owner, mode, volume, says] of [
      [
        OTHER,
        0o755,
        'rw',
        `belongs to user ${OTHER}, and this runs as user ${USER}, who may not write to it: ` +
          `run "chown -R ${USER} DATA_DIR" as root, or run this as user ${OTHER}`,
      ],
      [USER, 0o500, 'rw', `may not be written by user ${USER}, its owner: run "chmod u+rwx DATA_DIR"`],
      [USER, 0o700, 'ro', 'is on a read-only file system: mount a volume there that can be written'],
    ] as const) {
      const { child, exited, DATA_DIR } = serve(t, owner, mode, volume)
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
      assert.deepEqual(await exited, [1, null])
      assert.equal(stdout, '')
      assert.equal(stderr.replaceAll(DATA_DIR, 'DATA_DIR'), `DATA_DIR ${says}\n`)
    }
  })
})
