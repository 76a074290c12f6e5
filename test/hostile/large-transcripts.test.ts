/** Many readers of the largest transcripts that corrections can create use little memory, and delay nobody. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Agent, request } from 'undici'
import type { LimitUsage } from '../../src/contract/limit-usage.ts'
import { KEY_HEADERS, type ServerProcess, startService } from '../../bench/list/processes.ts'
import { addJob, CORRECTION, makeLarge, UTTERANCES, WORDS_EACH } from '../support/large-transcript.ts'
import { isLong } from '../support/long.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { temporaryFolder } from '../support/scriptorium.ts'

const CLIENTS = isLong ? 200 : 12
const MAX_MEMORY_MB = 512

/** Every way to read a transcript. */
const WAYS = [
  '?revision=newest',
  '?revision=1',
  '/transcript',
  '/transcript.txt',
  '/matches?q=a',
  '/utterances?from=60',
  '/export?format=json',
]

onEachStore('large transcripts', (fresh) => {
  let service: ServerProcess
  let id: string
  let close: () => Promise<void>

  before(async () => {
    const database = await fresh()
    const place = { dataDir: temporaryFolder(), databaseUrl: database.url }
    id = await addJob(place, 'silent')
    service = await startService(place)
    close = async () => {
      await service.stop()
      await database.drop()
    }
    await makeLarge(service.url, id)
    // The newest revision is stored in full, the previous one as a difference.
    await makeLarge(service.url, id, CORRECTION.replace('a a a', 'b a a'))
  })
  after(async () => close())

  const get = async (client: Agent, way: string) =>
    request(`${service.url}/v2/jobs/${id}${way}`, { headers: KEY_HEADERS, dispatcher: client })

  test('are complete, however they are read', async (t) => {
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

  test('take a few times the bytes of the corrections that made them', async () => {
    const response = await fetch(`${service.url}/v2/limits`, { headers: KEY_HEADERS })
    const { storage_gb } = (await response.json()) as LimitUsage
    assert.ok(storage_gb.used * 1e9 > 1e5)
    // 16 MB each as JSON.
    assert.ok(storage_gb.used * 1e9 < 2 * 3 * CORRECTION.length, `${storage_gb.used} GB`)
  })

  test('are neither parsed nor held in memory for each of many readers', async (t) => {
    const client = new Agent()
    t.after(async () => client.destroy())
    const idle = service.memory().now
    service.resetPeak()
    const text = await (await get(client, '/transcript')).body.text()
    const began = process.threadCpuUsage()
    JSON.stringify(JSON.parse(text))
    const parsing = process.threadCpuUsage(began).user / 1000
    const used = await service.processorTime()
    const ways = Array.from({ length: CLIENTS }, (_, i) => WAYS[i % WAYS.length]!)
    const unread = await Promise.all(ways.map(async (way) => get(client, way)))
    for (const { body, statusCode } of unread) {
      assert.ok(statusCode === 200 || statusCode === 503, String(statusCode))
      body.on('error', () => {})
    }
    await makeLarge(service.url, id)
    const above = service.memory().peak - idle
    const each = ((await service.processorTime()) - used) / (CLIENTS + 1)
    t.diagnostic(
      `${Math.round(above)} MB more than idle; a reader takes ${each.toFixed(1)} ms of the event loop, to parse ` +
        `and write a transcript ${parsing.toFixed(0)} ms`,
    )
    assert.ok(Number.isNaN(above) || above < MAX_MEMORY_MB, `${above} MB more than idle`)
    assert.ok(each < parsing / 2, `a reader takes ${each} ms of the event loop, to parse takes ${parsing} ms`)
  })
})
