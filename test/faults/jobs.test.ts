/**
 * No acknowledged request is lost, whenever the service is killed.
 *
 * Slow: the real service is killed and restarted, TEST_KILLS times. Its child processes are
 * found in /proc, so that part needs Linux.
 */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { PreRecordedJob } from '../../src/contract/job.ts'
import { listenHttp } from '../../src/platform/net/testing/loopback-server.ts'
import { Client } from '../support/client.ts'
import { filesOnDisk } from '../support/files-on-disk.ts'
import { KILLS } from '../support/kills.ts'
import { randomFrom } from '../support/random.ts'
import { cutSample, SAMPLE } from '../support/sample.ts'
import { allExit, type LogLine, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { until } from '../support/until.ts'

const SEED = 2
const UNFINISHED = 'status=queued&status=processing'

/** A client that sends one request after another and records what was acknowledged. */
class Traffic {
  /** Audio by job: answered with 201, and not deleted. */
  readonly jobs = new Map<string, Buffer>()
  /** Audio by upload: answered with 200. */
  readonly uploads = new Map<string, Buffer>()
  /** File by deleted job: answered with 202. */
  readonly deleted = new Map<string, string>()
  /** Number of log lines about the end of each job. */
  readonly endings = new Map<string, number>()
  readonly #random: () => number
  readonly #audioAt: (audio: Buffer) => string

  /** @param audioAt serves audio. @returns its URL */
  constructor(random: () => number, audioAt: (audio: Buffer) => string) {
    this.#random = random
    this.#audioAt = audioAt
  }

  /** Sends requests until the service is gone. Requests without an answer are not acknowledged. */
  async keepSending(service: ServiceProcess, client: Client): Promise<void> {
    try {
      for (;;) {
        await (this.#random() < 0.6 ? this.#uploadAndCreate(client) : this.#create(client))
        if (this.#random() < 0.5) await this.#delete(client)
        const { headers } = await client.get(`/v2/pre-recorded?${UNFINISHED}&limit=1`)
        if (Number(headers.get('x-total-count')) > 8) await service.logged(isEnding)
      }
    } catch (error) {
      // The errors of fetch for a missing or incomplete answer.
      const cutOff = error instanceof TypeError && /^(?:fetch failed|terminated)$/.test(error.message)
      if (!cutOff) throw error
    }
  }

  recordEnding(line: LogLine): void {
    if (!isEnding(line)) return
    const id = String(line['job'])
    this.endings.set(id, (this.endings.get(id) ?? 0) + 1)
  }

  /** All distinct. Few contain speech: the others need no engine, whose loading would take most of the time. */
  #someAudio(): Buffer<ArrayBuffer> {
    const seconds = 1 + this.#random()
    return this.#random() < 0.2 ? cutSample(this.#random() * 8, seconds) : nearSilence(seconds, this.#random)
  }

  async #uploadAndCreate(client: Client): Promise<void> {
    const audio = this.#someAudio()
    const { audio_url, audio_metadata } = await client.upload(audio)
    this.uploads.set(audio_metadata.id, audio)
    const jobs = Math.floor(this.#random() * 3)
    for (let i = 0; i < jobs; i++) this.jobs.set(await client.create(request(audio_url)), audio)
  }

  async #create(client: Client): Promise<void> {
    const audio = this.#someAudio()
    this.jobs.set(await client.create(request(this.#audioAt(audio))), audio)
  }

  /** Deletes a finished job whose audio is its own. */
  async #delete(client: Client): Promise<void> {
    const { body } = await client.get<{ items: PreRecordedJob[] }>('/v2/pre-recorded?status=done&limit=10')
    const job = body.items.find(({ file }) => file?.source !== null)
    if (!job?.file) return
    this.jobs.delete(job.id) // It may be deleted from now on.
    const { status } = await client.send('DELETE', `/v2/pre-recorded/${job.id}`)
    assert.equal(status, 202)
    this.deleted.set(job.id, job.file.id)
  }
}

const request = (audio_url: string) => ({ audio_url, language_config: { languages: ['en'] } })
const isEnding = (line: LogLine) => line['msg'] === 'job done' || line['msg'] === 'job failed'

/** All jobs of the list, by following `next`. */
async function walk(client: Client): Promise<{ jobs: PreRecordedJob[]; total: number }> {
  const jobs: PreRecordedJob[] = []
  let total = 0
  for (let url: string | null = '/v2/pre-recorded?limit=7'; url !== null;) {
    const page: Page = await client.get<Page['body']>(url)
    jobs.push(...page.body.items)
    total = Number(page.headers.get('x-total-count'))
    url = page.body.next
  }
  return { jobs, total }
}

interface Page {
  readonly headers: Headers
  readonly body: { readonly items: PreRecordedJob[]; readonly next: string | null }
}

suite('kill -9', () => {
  test('at random moments loses no job, runs none twice and leaves no process', async (t) => {
    const dataDir = temporaryFolder()
    const random = randomFrom(SEED)
    const served: Buffer[] = []
    const { port } = await listenHttp(t, (asked, response) =>
      response.end(served[Number(asked.url?.slice(1))]),
    )
    const traffic = new Traffic(random, (audio) => `http://127.0.0.1:${port}/${served.push(audio) - 1}`)

    const env = { ALLOW_PRIVATE_URLS: '1', JOB_ATTEMPTS: '1000', LOG_LEVEL: 'debug' }
    let service = await ServiceProcess.start(t, dataDir, env)
    const client = await Client.of(service)
    let children = 0
    for (let kill = 0; kill < KILLS; kill++) {
      let lines = 1 + Math.floor(random() * 24)
      const moment = service.logged(() => --lines === 0)
      const sending = traffic.keepSending(service, client.at(service))
      await moment
      await delay(random() * 50) // So that kills do not all follow a log line.
      const descendants = service.descendants()
      assert.equal(await service.end('SIGKILL'), null, `it had ended by itself: ${service.stderr}`)
      await sending
      for (const line of service.log) traffic.recordEnding(line)
      if (random() < 0.25) {
        const stillborn = new ServiceProcess(t, dataDir, env)
        await delay(random() * 1_000)
        await stillborn.end('SIGKILL')
      }
      service = await ServiceProcess.start(t, dataDir, env)
      await allExit(descendants)
      children += descendants.length
    }
    assert.ok(children > 0 || process.platform !== 'linux', 'nothing ran when it was killed')

    const last = client.at(service)
    const unfinished = async () =>
      (await last.get(`/v2/pre-recorded?${UNFINISHED}`)).headers.get('x-total-count')
    await until(unfinished, (total) => total === '0')
    for (const line of service.log) traffic.recordEnding(line)
    t.diagnostic(
      `${traffic.jobs.size} jobs, ${traffic.uploads.size} uploads, ${traffic.deleted.size} deleted, ${children} processes orphaned`,
    )

    const { jobs, total } = await walk(last)
    const byId = new Map(jobs.map((job) => [job.id, job]))
    assert.equal(jobs.length, byId.size)
    assert.equal(jobs.length, total)
    for (const job of jobs) {
      assert.equal(job.status, 'done', `${job.id} ended in ${job.error_code}`)
      const { bytes } = await last.get(`/v2/pre-recorded/${job.id}/file`)
      assert.deepEqual(bytes, traffic.jobs.get(job.id) ?? bytes)
    }
    for (const id of traffic.jobs.keys()) assert.ok(byId.has(id), `job ${id} was acknowledged and is lost`)
    for (const [id, times] of traffic.endings) assert.equal(times, 1, `job ${id} ended ${times} times`)
    for (const [id, file] of traffic.deleted) {
      assert.ok(!byId.has(id), `job ${id} was deleted and is listed again`)
      await last.refused(404, 'GET', `/file/${file}`)
    }
    for (const [id, audio] of traffic.uploads) {
      assert.deepEqual((await last.get(`/file/${id}`)).bytes, audio)
    }

    // An upload that was stored but not answered is kept: every file on disk can be downloaded.
    const onDisk = filesOnDisk({ dataDir })
    assert.equal(new Set(onDisk).size, onDisk.length)
    for (const id of onDisk) assert.equal((await last.get(`/file/${id}`)).status, 200)
    assert.deepEqual(readdirSync(join(dataDir, 'spool')), [])
    assert.equal(await service.end('SIGTERM'), 0)
  })

  test('leaves no ffmpeg running', { skip: process.platform !== 'linux' }, async (t) => {
    const dataDir = temporaryFolder()
    const service = await ServiceProcess.start(t, dataDir)
    const client = await Client.of(service)
    const { audio_url } = await client.upload(longAudio())
    await client.create(request(audio_url))
    await until(() => service.descendants().some(({ name }) => name === 'ffmpeg'))
    const children = service.descendants()
    await service.end('SIGKILL')
    await allExit(children)
  })
})

/** A WAV without speech that differs from others in the last bits of its first samples. */
function nearSilence(seconds: number, random: () => number): Buffer<ArrayBuffer> {
  const wav = cutSample(0, seconds).fill(0, 44)
  for (let sample = 0; sample < 64; sample++) wav.writeInt16LE(Math.floor(random() * 3) - 1, 44 + 2 * sample)
  return wav
}

/** 80 MB at a sample rate that ffmpeg has to convert, which takes a while. */
function longAudio(): Buffer<ArrayBuffer> {
  const wav = Buffer.concat([SAMPLE.subarray(0, 44), Buffer.alloc(80_000_000, SAMPLE.subarray(44))])
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.writeUInt32LE(44_100, 24)
  wav.writeUInt32LE(88_200, 28)
  wav.writeUInt32LE(wav.length - 44, 40)
  return wav
}
