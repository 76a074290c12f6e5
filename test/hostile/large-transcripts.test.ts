/** Many readers of the largest transcripts that corrections can make cost little memory, and do not delay others. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { KEY_HEADERS, type ServerProcess, startService } from '../../bench/list/processes.ts'
import { probeHealth } from '../support/health-probe.ts'
import { addSilentJob, CORRECTION, makeLarge, UTTERANCES, WORDS_EACH } from '../support/large-transcript.ts'
import { isLong } from '../support/long.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { temporaryFolder } from '../support/scriptorium.ts'

const CLIENTS = isLong ? 200 : 12
const MAX_MEMORY_MB = 512
/** For 99 % of the requests to /health, and for the event loop, in milliseconds; of a machine that others use too. */
const MAX_HEALTH_MS = 1_000
/** How long the clients do not read, in milliseconds. */
const PROBE_MS = 1_000

/** Every way to read a transcript, and to change it. */
const WAYS = [
  '?revision=newest',
  '?revision=1',
  '/transcript',
  '/transcript.txt',
  '/matches?q=a',
  '/export?format=json',
]

onEachStore('large transcripts', (fresh) => {
  let service: ServerProcess
  let id: string
  let close: () => Promise<void>

  before(async () => {
    const database = await fresh()
    const place = { dataDir: temporaryFolder(), databaseUrl: database.url }
    id = await addSilentJob(place)
    service = await startService(place)
    close = async () => {
      await service.stop()
      await database.drop()
    }
    await makeLarge(service.url, id)
    // The newest revision is stored as a whole, the one before as a difference.
    await makeLarge(service.url, id, CORRECTION.replace('a a a', 'b a a'))
  })
  after(async () => close())

  const get = async (client: Agent, way: string) =>
    request(`${service.url}/v2/jobs/${id}${way}`, { headers: KEY_HEADERS, dispatcher: client })

  test('are complete, in every way that they are read', async (t) => {
    const client = new Agent()
    t.after(async () => client.close())
    const wordsOf = async (way: string) => {
      const { body } = await get(client, way)
      const answer = (await body.json()) as { result?: { transcription: object } }
      const { utterances } = (answer.result?.transcription ?? answer) as {
        utterances: { words: { word: string }[] }[]
      }
      const words = utterances.flatMap((one) => one.words.map(({ word }) => word.trim()))
      return [words.length, words[0]]
    }
    for (const [way, first] of [
      ['?revision=newest', 'b'],
      ['?revision=1', 'a'],
      ['/transcript', 'b'],
      ['/transcript?revision=1', 'a'],
      ['/export?format=json', 'b'],
    ] as const)
      assert.deepEqual(await wordsOf(way), [UTTERANCES * WORDS_EACH, first], way)
    const text = await (await get(client, '/transcript.txt')).body.text()
    assert.equal(text.replaceAll(/\s/g, '').length, UTTERANCES * WORDS_EACH)
    const matches = (await (await get(client, '/matches?q=b')).body.json()) as { total: number }
    assert.equal(matches.total, 1)
  })

  test('are neither parsed nor held for each of many readers', async (t) => {
    const client = new Agent()
    t.after(async () => client.destroy())
    const idle = service.memory().now
    service.resetPeak()
    await service.longestBlock()
    const stop = probeHealth(service.url)
    const ways = Array.from({ length: CLIENTS }, (_, i) => WAYS[i % WAYS.length]!)
    const unread = await Promise.all(ways.map(async (way) => get(client, way)))
    for (const { body, statusCode } of unread) {
      assert.ok(statusCode === 200 || statusCode === 503, String(statusCode))
      body.on('error', () => {})
    }
    await delay(PROBE_MS)
    await makeLarge(service.url, id)
    const { p99, requests } = await stop()
    const above = service.memory().peak - idle
    const block = await service.longestBlock()
    t.diagnostic(
      `${Math.round(above)} MB more than idle, the longest block ${block.toFixed(1)} ms, ` +
        `/health answers within ${p99.toFixed(1)} ms (p99 of ${requests})`,
    )
    assert.ok(Number.isNaN(above) || above < MAX_MEMORY_MB, `${above} MB more than idle`)
    assert.ok(p99 <= MAX_HEALTH_MS, `/health answers within ${p99} ms`)
    assert.ok(block < MAX_HEALTH_MS, `the event loop was blocked for ${block} ms`)
  })
})
