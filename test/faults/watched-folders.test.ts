/** A watched folder: each file is transcribed once, whatever happens to it and to the command. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { JobPage } from '../../src/contract/job.ts'
import { Client } from '../support/client.ts'
import { type RunningService, runService } from '../support/running-service.ts'
import { cutSample, SILENCE } from '../support/sample.ts'
import { scriptorium, temporaryFolder } from '../support/scriptorium.ts'
import { until } from '../support/until.ts'
import { finished, folders, outputs, watch } from '../support/watching.ts'

let service: RunningService
let client: Client

before(async () => {
  service = await runService()
  client = await Client.of(service)
})
after(async () => service.close())

/** The jobs of uploads with a name, oldest first. */
async function jobsOf(filename: string) {
  const { body } = await client.get<JobPage>('/v2/jobs?limit=100')
  return body.items.filter(({ file }) => file?.filename === filename).toReversed()
}

/** Audio different from any other. */
let made = 0
const audio = (): Buffer<ArrayBuffer> => cutSample(0, 0.2 + ++made * 0.001)

suite('a watched folder on a server', () => {
  test('is transcribed at any depth, with tags from subfolders, in each format', async (t) => {
    const place = folders()
    const { folder, out } = place
    await mkdir(join(folder, 'calls', 'june'), { recursive: true })
    await writeFile(join(folder, 'calls', 'june', 'deep.wav'), audio())
    await writeFile(join(folder, 'calls', 'notes.txt'), 'no audio')
    await writeFile(join(folder, '.hidden.wav'), audio())
    const watching = watch(t, place, service, '--format', 'txt,json')
    await until(() => finished(out).length === 1)
    await mkdir(join(folder, 'new'))
    await writeFile(join(folder, 'new', 'later.wav'), audio())
    await until(() => finished(out).length === 2)
    assert.deepEqual(outputs(out), [
      ...['calls/june/deep.json', 'calls/june/deep.txt', 'new/later.json', 'new/later.txt'],
    ])
    JSON.parse(readFileSync(join(out, 'calls/june/deep.json'), 'utf8'))
    const [deep] = await jobsOf('deep.wav')
    assert.deepEqual(deep?.details.tags, ['calls', 'june'])
    assert.deepEqual((await jobsOf('later.wav'))[0]?.details.tags, ['new'])
    await until(() => watching.written.length === 4)
    assert.equal(await watching.end('SIGTERM'), 143)
    assert.equal(watching.written.length, 4)
  })

  test('waits for a file that grows', async (t) => {
    const place = folders()
    const { folder, out } = place
    const path = join(folder, 'grows.wav')
    const whole = audio()
    watch(t, place, service, '--settle', '4')
    // For longer than a file must stay unchanged; each pause is far shorter, even on a busy machine.
    for (let at = 0; at < whole.length; at += 500) {
      await appendFile(path, whole.subarray(at, at + 500))
      await delay(350)
    }
    await until(() => finished(out).length === 1)
    const jobs = await jobsOf('grows.wav')
    assert.equal(jobs.length, 1)
    const { bytes } = await client.get(`/v2/jobs/${jobs[0]?.id}/file`)
    assert.deepEqual(bytes, whole)
  })

  test('is transcribed once over restarts, new names and copies, and again when a file changes', async (t) => {
    const place = folders()
    const { folder, out } = place
    const content = audio()
    await writeFile(join(folder, 'once.wav'), content)
    const first = watch(t, place, service)
    await until(() => finished(out).length === 1)
    await rename(join(folder, 'once.wav'), join(folder, 'renamed.wav'))
    await writeFile(join(folder, 'copy.wav'), content)
    // Files are taken in order: when this one is done, the others were examined.
    await writeFile(join(folder, 'z1.wav'), audio())
    await until(() => outputs(out).includes('z1.txt'))
    assert.equal(await first.end('SIGINT'), 130)
    const second = watch(t, place, service)
    await writeFile(join(folder, 'z2.wav'), audio())
    await until(() => outputs(out).includes('z2.txt'))
    assert.deepEqual(outputs(out), ['once.txt', 'z1.txt', 'z2.txt'])
    assert.deepEqual([(await jobsOf('renamed.wav')).length, (await jobsOf('copy.wav')).length], [0, 0])
    await writeFile(join(folder, 'z2.wav'), audio())
    await until(async () => (await jobsOf('z2.wav')).length === 2)
    await until(() => finished(out).filter(({ path }) => path === 'z2.wav').length === 2)
    assert.deepEqual(outputs(out), ['once.txt', 'z1.txt', 'z2.txt'])
    assert.doesNotMatch(second.stderr, /failed|Trying/)
  })

  test('records why a file failed, leaves it alone, and retries it when that record is deleted', async (t) => {
    const place = folders()
    const { folder, out } = place
    await mkdir(join(folder, 'sub'))
    const broken = join(folder, 'sub', 'broken.wav')
    await writeFile(broken, `no audio ${++made}`)
    const first = watch(t, place, service)
    const reason = join(out, 'failed', 'sub', 'broken.wav.txt')
    await until(() => finished(out).length === 1)
    assert.match(readFileSync(reason, 'utf8'), /^.*broken\.wav\n.+\n\nTo try again, delete this file/)
    await until(() => first.stderr.startsWith('sub/broken.wav: '))
    assert.ok(existsSync(broken))
    await first.end('SIGTERM')
    const second = watch(t, place, service)
    await writeFile(join(folder, 'z.wav'), audio())
    await until(() => outputs(out).includes('z.txt'))
    assert.doesNotMatch(second.stderr, /broken/)
    await second.end('SIGTERM')
    await rm(reason)
    const third = watch(t, place, service)
    await until(() => existsSync(reason))
    await third.end('SIGTERM')
  })

  test('overwrites no file of others, and no transcript of another file', async (t) => {
    const place = folders()
    const { folder, out } = place
    await writeFile(join(out, 'mine.txt'), 'mine')
    await writeFile(join(folder, 'mine.wav'), audio())
    watch(t, place, service, '--name', '{stem}')
    await until(() => finished(out).length === 1)
    await mkdir(join(folder, 'b'))
    await writeFile(join(folder, 'b', 'mine.wav'), audio())
    await until(() => finished(out).length === 2)
    assert.deepEqual(outputs(out), ['mine-2.txt', 'mine-3.txt', 'mine.txt'])
    assert.equal(readFileSync(join(out, 'mine.txt'), 'utf8'), 'mine')
  })

  test('is refused while another command writes there, with a wrong key, and with a wrong name', async (t) => {
    const place = folders()
    const { folder, out } = place
    watch(t, place, service)
    await until(() => existsSync(join(out, '.scriptorium', 'watch.jsonl')))
    const env = { SCRIPTORIUM_URL: service.url, SCRIPTORIUM_KEY: service.key }
    const refused = async (args: string[], more = {}) => {
      const { code, stderr } = await scriptorium(['watch', ...args], { ...env, ...more })
      return `${code} ${stderr.trim()}`
    }
    assert.match(await refused([folder, '-o', out, '--server']), /^1 another scriptorium process is using/)
    assert.match(await refused([join(folder, 'none')]), /^2 .*there is no such folder/)
    assert.match(await refused([folder, '--name', '../{stem}']), /^2 --name: /)
    await writeFile(join(folder, 'a.wav'), SILENCE)
    assert.match(
      await refused([folder, '-o', temporaryFolder(), '--server', '--settle', '0.2'], {
        SCRIPTORIUM_KEY: 'wrong',
      }),
      /^1 .*invalid service key/s,
    )
  })
})
