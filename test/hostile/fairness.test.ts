/** Costly, slow or absurd audio of one account delays no other account: what matters is the order, not the speed. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { make } from '../../src/audio/testing/media.ts'
import { listenHttp } from '../../src/platform/net/testing/loopback-server.ts'
import { hangs } from '../../src/platform/net/testing/replies.ts'
import { speechServer, transcribes } from '../../src/speech/testing/speech-server.ts'
import type { Client } from '../support/client.ts'
import { cutSample } from '../support/sample.ts'
import { temporaryFolder } from '../support/scriptorium.ts'
import { serveTwoAccounts } from '../support/two-accounts.ts'

const ENGLISH = { language_config: { languages: ['en'] } }
const SHORT = cutSample(0, 0.5)
const folder = temporaryFolder()

/** Silence, which is small as FLAC and slow to probe. One second is encoded, and its frames are repeated. */
async function silence(rate: number, seconds: number): Promise<Buffer<ArrayBuffer>> {
  const source = ['-f', 'lavfi', '-i', `anullsrc=r=${rate}:cl=stereo:n=65535`, '-t', '1']
  const second = await readFile(await make(join(folder, `${rate}.flac`), ...source))
  // "fLaC", then blocks of metadata, the first of which begins at 4 and has the number of samples in 5 bytes at 21.
  let frames = 4
  for (let isLast = false; !isLast; frames += 4 + second.readUIntBE(frames + 1, 3))
    isLast = (second.readUInt8(frames) & 0x80) !== 0
  const head = second.subarray(0, frames)
  const upper = head.readUInt8(21) & 0xf0
  const samples = rate * seconds
  head.writeUInt8(upper + Math.floor(samples / 2 ** 32), 21)
  head.writeUInt32BE(samples % 2 ** 32, 22)
  return Buffer.concat([head, ...Array.from({ length: seconds }, () => second.subarray(frames))])
}

suite('fairness between accounts', async () => {
  const world = await serveTwoAccounts()
  const { client: greedy, stranger: modest } = world
  after(async () => world.close())

  async function createFromUpload(client: Client): Promise<string> {
    const { audio_url } = await client.upload(SHORT)
    return client.create({ audio_url, ...ENGLISH })
  }

  test('a job does not wait for all the jobs of another account', async () => {
    const { audio_url } = await greedy.upload(SHORT)
    const create = async () => greedy.create({ audio_url, ...ENGLISH })
    const queued = await Promise.all(Array.from({ length: 12 }, create))
    const own = await modest.ended(await createFromUpload(modest))
    const others = await Promise.all(queued.map(async (id) => greedy.ended(id)))
    const before = others.filter(({ completed_at }) => completed_at! <= own.completed_at!)
    assert.ok(before.length <= 8, `${before.length} of 12 jobs that were created before ended before`)
  })

  test('an upload does not wait for all the uploads of another account', async () => {
    const costly = await silence(48_000, 400)
    const order: string[] = []
    const upload = async () => {
      await greedy.upload(costly)
      order.push('greedy')
    }
    const uploads = Array.from({ length: 6 }, upload)
    await Promise.race(uploads)
    await modest.upload(SHORT)
    order.push('modest')
    await Promise.all(uploads)
    assert.ok(order.indexOf('modest') < 4, order.join(' '))
  })

  test('URLs that never answer occupy no recogniser, and no fetch of another account', async (t) => {
    const silent = await listenHttp(t, () => {})
    const prompt = await listenHttp(t, (_request, response) => void response.end(SHORT))
    const urlOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}/talk.wav`
    const create = async () => greedy.create({ audio_url: urlOf(silent), ...ENGLISH })
    const hanging = await Promise.all(Array.from({ length: 20 }, create))
    assert.equal((await greedy.ended(await createFromUpload(greedy))).status, 'done')
    const fetched = await modest.create({ audio_url: urlOf(prompt), ...ENGLISH })
    assert.equal((await modest.ended(fetched)).status, 'done')
    const jobs = await Promise.all(hanging.map(async (id) => greedy.job(id)))
    assert.equal(jobs.filter(({ status }) => status === 'processing').length, 8, 'half of FETCHES')
  })

  test('135 minutes of silence in 2 MB, at a sample rate that no recorder has, are refused', async () => {
    const body = new FormData()
    body.append('audio', new Blob([await silence(655_350, 8_100)]), 'fast.flac')
    const answer = await greedy.send<{ message: string }>('POST', '/v2/upload', { body })
    assert.equal(answer.status, 422)
    assert.match(answer.body.message, /655350 Hz: send 1000 to 384000 Hz/)
  })
})

test('slow recognition occupies one of two recognisers once there is another account', async (t) => {
  const server = await speechServer(t, ({ prompt }) =>
    prompt === 'long' ? hangs : transcribes({ text: '', duration: 0.5 }),
  )
  const env = { CONCURRENCY: '2', SPEECH_URL: server.url, SPEECH_MODEL: 'big' }
  const world = await serveTwoAccounts(undefined, env)
  t.after(async () => world.close())
  const { client: greedy, stranger: modest } = world
  const create = async (client: Client, context_prompt: string) => {
    const { audio_url } = await client.upload(SHORT)
    return client.create({ audio_url, context_prompt, ...ENGLISH })
  }
  const long = [await create(greedy, 'long'), await create(greedy, 'long')]
  assert.equal((await modest.ended(await create(modest, 'short'))).status, 'done')
  const statuses = await Promise.all(long.map(async (id) => (await greedy.job(id)).status))
  assert.deepEqual(statuses, ['processing', 'queued'])
})
