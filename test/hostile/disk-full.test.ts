/** A full disk leads to 503 answers and clean job errors, and everything continues once there is space. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Deletion } from '../../src/contract/deletions.ts'
import type { ErrorBody } from '../../src/contract/error.ts'
import { liveParamsOf, liveRequest } from '../../src/contract/live-request.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import type { Store } from '../../src/store/open-store.ts'
import type { PreRecordedJob } from '../../src/contract/job.ts'
import type { Upload } from '../../src/contract/upload.ts'
import { wav } from '../../src/audio/testing/media.ts'
import { serveLateAudio } from '../support/audio-server.ts'
import { type RunningService, runService } from '../support/running-service.ts'
import { NODE } from '../support/claim-work.ts'
import { cutSample } from '../support/sample.ts'
import { temporaryFolder } from '../support/scriptorium.ts'
import { until } from '../support/until.ts'

/** A separate disk; null where none can be mounted. */
function smallDisk(megabytes: number): string | null {
  const folder = temporaryFolder()
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    return folder
  } catch {
    return null
  }
}

function unmount(folder: string): void {
  execFileSync('/bin/umount', ['-l', folder])
}

/** Fills a disk to its last byte. */
function fill(ballast: string): void {
  for (let bytes = 2 ** 24; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(bytes), { flag: 'a' })
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
    }
  }
}

const disk = smallDisk(20)
/** Has room for the reserve for deletions. */
const roomy = smallDisk(400)

const json = { 'content-type': 'application/json' }
/** Bytes of each stored result: the reserve is enough to delete four at a time. */
const RESULT_BYTES = 15e6
const RESULTS = 6

suite(
  'a full disk',
  { skip: disk === null && 'NO TMPFS CAN BE MOUNTED: the full disk is not tested' },
  () => {
    test('is answered with 503, and acknowledged jobs continue once there is space', async (t) => {
      const dataDir = disk ?? ''
      const service = await runService({ DATA_DIR: dataDir, ALLOW_PRIVATE_URLS: '1' })
      t.after(async () => {
        rmSync(join(dataDir, 'ballast'), { force: true })
        await service.close().finally(() => unmount(dataDir))
      })
      const audio = await serveLateAudio(t, wav({}))
      const create = async (url: string) =>
      service.request('/v2/pre-recorded', { method: 'POST', headers: json, body: JSON.stringify({ audio_url: url }) }) // oxfmt-ignore
      const job = async (id: string) =>
        (await (await service.request(`/v2/pre-recorded/${id}`)).json()) as PreRecordedJob

      const { id } = (await (await create(audio.url)).json()) as { id: string }
      await audio.asked
      fill(join(dataDir, 'ballast'))
      const acknowledged = [id]
      const statuses = new Set<number>()
      for (let i = 0; i < 40; i++) {
        const response = await create('http://127.0.0.1:1/talk.wav')
        statuses.add(response.status)
        if (response.status === 201) acknowledged.push(((await response.json()) as { id: string }).id)
        else assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
      }
      assert.deepEqual(
        [...statuses].filter((status) => status !== 201),
        [503],
      )
      const form = new FormData()
      form.append('audio', new Blob([cutSample(0, 5)]), 'talk.wav')
      const upload = await service.request('/v2/upload', { method: 'POST', body: form })
      assert.equal(upload.status, 503)
      assert.equal(
        (await service.request('/v2/live', { method: 'POST', headers: json, body: '{}' })).status,
        503,
      )
      const list = await service.request('/v2/pre-recorded')
      assert.equal(list.status, 200)

      audio.answer()
      await delay(1_500)
      assert.equal((await job(id)).status, 'processing', 'it waits for space')
      rmSync(join(dataDir, 'ballast'))
      for (const one of acknowledged) {
        const { error_code } = await until(
          async () => job(one),
          ({ completed_at }) => completed_at !== null,
        )
        assert.equal(error_code, one === id ? null : 422)
      }
      assert.equal((await create('http://127.0.0.1:1/talk.wav')).status, 201)
    })

    test('makes no playable audio, but allows deletions one by one and in bulk, which make room', async (t) => {
      const dataDir = roomy ?? ''
      const ballast = join(dataDir, 'ballast')
      const reserve = join(dataDir, 'reserve')
      const service = await runService({ DATA_DIR: dataDir }, addLargeJobs)
      t.after(async () => service.close().finally(() => unmount(dataDir)))
      const upload = async () => {
        const form = new FormData()
        form.append('audio', new Blob([wav({}, 1e6)]), 'talk.wav')
        return service.request('/v2/upload', { method: 'POST', body: form })
      }
      const { audio_url } = (await (await upload()).json()) as Upload
      const body = JSON.stringify({ audio_url })
      const created = await service.request('/v2/pre-recorded', { method: 'POST', headers: json, body })
      const { id } = (await created.json()) as { id: string }
      const isOver = async () => {
        const { completed_at } = (await (await service.request(`/v2/jobs/${id}`)).json()) as PreRecordedJob
        return completed_at !== null
      }
      await until(isOver)
      await until(() => existsSync(reserve))
      const { size: reserved } = statSync(reserve)
      fill(ballast)
      assert.equal((await upload()).status, 503)

      for (const what of ['playback', 'peaks']) {
        const ask = async () => service.request(`/v2/jobs/${id}/${what}`)
        const answer = await until(ask, ({ status }) => status !== 202)
        assert.equal(answer.status, 503, what)
        assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
        assert.match(((await answer.json()) as ErrorBody).message, /out of disk space/)
      }

      const [first] = await liveJobs(service)
      const trashed = await service.request(`/v2/jobs/${first?.id}?trash=true`, { method: 'DELETE' })
      assert.equal(trashed.status, 202, await trashed.text())
      const deleted = await service.request(`/v2/trash/${first?.id}`, { method: 'DELETE' })
      assert.equal(deleted.status, 202, await deleted.text())
      assert.equal((await service.request(`/v2/jobs/${first?.id}`)).status, 404)
      assert.equal((await upload()).status, 503, 'the reserve is for deletions only')

      const begun = await service.request('/v2/jobs?kind=live', { method: 'DELETE' })
      assert.equal(begun.status, 202, await begun.clone().text())
      const { id: deletion } = (await begun.json()) as Deletion
      const isDone = async () => {
        const { status } = (await (await service.request(`/v2/deletions/${deletion}`)).json()) as Deletion
        return status === 'done'
      }
      await until(isDone)
      assert.equal((await liveJobs(service)).length, 0)

      // The deleted bytes are free, and the reserve exists again.
      const free = () => {
        const { bavail, bsize } = statfsSync(dataDir)
        return bavail * bsize
      }
      await until(() => existsSync(reserve))
      await until(free, (bytes) => bytes > (RESULTS - 1) * RESULT_BYTES)
      assert.equal(statSync(reserve).size, reserved)
      assert.equal((await upload()).status, 200)
      assert.ok(existsSync(ballast))
    })
  },
)

/** Adds finished live jobs without audio, so that their deletion frees only space in the database. */
async function addLargeJobs(store: Store): Promise<void> {
  const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
  const job = { params: liveParamsOf(liveRequest.parse({})), customMetadata: null, key: null }
  const metadata = {
    audio_duration: 1,
    number_of_distinct_channels: 1,
    billing_time: 1,
    transcription_time: 1,
    unrecognised_speech: [],
  }
  const messages = ['word '.repeat(RESULT_BYTES / 5)]
  for (let i = 0; i < RESULTS; i++) {
    const { id } = await store.live.begin(account, job, `token ${i}`)
    await store.live.finish(id, NODE, { status: 'done', result: { metadata, messages } }, null)
  }
}

async function liveJobs(service: RunningService): Promise<{ id: string }[]> {
  const list = await service.request('/v2/live?fields=id&limit=100')
  return ((await list.json()) as { items: { id: string }[] }).items
}
