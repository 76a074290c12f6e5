/** Connections whose clients do not read their answers are cut, whatever is sent; clients that read slowly get everything. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { wav } from '../../src/audio/testing/media.ts'
import type { Upload } from '../../src/contract/upload.ts'
import { fillWithJobs } from '../support/many-jobs.ts'
import { type RunningService, runService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/scriptorium.ts'
import { until } from '../support/until.ts'

/** Several times what a busy machine may hold up the service. */
const REQUEST_SECONDS = 2
/** More than the kernel buffers for a client that does not read. */
const RESULT_BYTES = 30e6
const JOBS = 2
const CLIENTS = 4

let service: RunningService
let download: string

before(async () => {
  const place = { dataDir: temporaryFolder(), databaseUrl: null }
  await fillWithJobs(place, JOBS, RESULT_BYTES)
  service = await runService({ DATA_DIR: place.dataDir, REQUEST_SECONDS: String(REQUEST_SECONDS) })
  const form = new FormData()
  form.append('audio', new Blob([wav({}, RESULT_BYTES)]), 'talk.wav')
  const upload = await service.request('/v2/upload', { method: 'POST', body: form })
  assert.equal(upload.status, 200)
  download = new URL(((await upload.json()) as Upload).audio_url).pathname
})
after(async () => service.close())

const JOB = '/v2/live/00000000-0000-4000-8000-000000000001'
const ANSWERS: Record<string, () => readonly [path: string, headers?: string]> = {
  'a job': () => [JOB],
  'a list': () => [`/v2/live?limit=${JOBS}`],
  'a file': () => [download],
  'a range of a file': () => [download, 'range: bytes=100-\r\n'],
}

/** Requests an answer, and does not read it until resumed. */
async function ask(path: string, headers = ''): Promise<Socket> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1').pause()
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-service-key: ${service.key}\r\n${headers}\r\n`,
  )
  return socket
}

suite('a client that does not read its answer is cut', () => {
  for (const [name, answer] of Object.entries(ANSWERS))
    test(`which is ${name}`, async (t) => {
      const [path, headers] = answer()
      const cut = () =>
        service.log.filter(
          (line) =>
            line['msg'] === 'request' && line['aborted'] === true && path.startsWith(String(line['path'])),
        ).length
      const already = cut()
      const sockets = await Promise.all(Array.from({ length: CLIENTS }, async () => ask(path, headers)))
      t.after(() => sockets.map((socket) => socket.destroy()))
      await until(cut, (count) => count === already + CLIENTS)
    })
})

suite('a client that reads slowly, but steadily, gets all', () => {
  const SLOW = {
    ...ANSWERS,
    'a compressed list': () => [`/v2/live?limit=${JOBS}`, 'accept-encoding: gzip\r\n'] as const,
  }
  for (const [name, answer] of Object.entries(SLOW))
    test(`of ${name}`, async (t) => {
      const socket = await ask(...answer())
      t.after(() => socket.destroy())
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      socket.pause()
      for (const end = performance.now() + 2_500 * REQUEST_SECONDS; performance.now() < end;) {
        socket.resume()
        await delay(1)
        socket.pause()
        await delay(100)
      }
      socket.resume()
      if (!socket.destroyed) await once(socket, 'close')
      const answered = Buffer.concat(chunks)
      const head = answered.toString('latin1', 0, answered.indexOf('\r\n\r\n') + 4)
      const body = answered.subarray(head.length)
      assert.match(head, /^HTTP\/1\.1 20[06] /)
      const length = /^content-length: (\d+)\r$/im.exec(head)?.[1]
      if (length === undefined) assert.equal(body.toString('latin1', body.length - 7), '\r\n0\r\n\r\n')
      else assert.equal(body.length, Number(length))
    })
})
