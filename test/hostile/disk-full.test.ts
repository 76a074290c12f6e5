/** A full disk: every answer is 503 or a clean error of a job, and once there is space everything goes on. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { PreRecordedJob } from '../../src/contract/job.ts'
import { wav } from '../../src/audio/testing/media.ts'
import { serveLateAudio } from '../support/audio-server.ts'
import { runService } from '../support/running-service.ts'
import { cutSample } from '../support/sample.ts'
import { temporaryFolder } from '../support/scriptorium.ts'

const DISK_MB = 20

/** A disk of its own; null where none can be mounted. */
function smallDisk(): string | null {
  const folder = temporaryFolder()
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    return folder
  } catch {
    return null
  }
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

const disk = smallDisk()

suite(
  'a full disk',
  { skip: disk === null && 'NO TMPFS CAN BE MOUNTED: the full disk is not tested' },
  () => {
    test('is answered with 503, and what was acknowledged goes on once there is space', async (t) => {
      const dataDir = disk ?? ''
      const service = await runService({ DATA_DIR: dataDir, ALLOW_PRIVATE_URLS: '1' })
      t.after(async () => {
        rmSync(join(dataDir, 'ballast'), { force: true })
        await service.close().finally(() => execFileSync('/bin/umount', ['-l', dataDir]))
      })
      const audio = await serveLateAudio(t, wav({}))
      const json = { 'content-type': 'application/json' }
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
        while ((await job(one)).completed_at === null) await delay(50)
        assert.equal((await job(one)).error_code, one === id ? null : 422)
      }
      assert.equal((await create('http://127.0.0.1:1/talk.wav')).status, 201)
    })
  },
)
