import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { fails, hangs, type Reply } from '../../platform/net/testing/replies.ts'
import { recordingOf } from '../testing/memory-recording.ts'
import { joined, silence } from '../testing/signals.ts'
import { kennedyBeginning } from '../testing/speech.ts'
import { speechServer, type SpeechRequest, transcribes } from '../testing/speech-server.ts'
import { Recogniser } from './recogniser.ts'

const english = { languages: ['en'], codeSwitching: false } as const

/** Three segments of "And so, my fellow Americans". They have no pauses, because speech without a word is doubtful. */
const samples = kennedyBeginning.samples.slice(0, 2.4 * 16_000)
const pause = silence(2.5)
const recording = recordingOf(joined(samples, pause, samples, pause, samples))

async function recogniserAt(
  t: TestContext,
  concurrency: number,
  replyTo: (request: SpeechRequest) => Promise<Reply>,
) {
  const server = await speechServer(t, replyTo)
  const recogniser = new Recogniser()
  t.after(async () => recogniser.close())
  recogniser.useServer({
    url: server.url,
    model: 'big',
    apiKey: null,
    languages: ['en'],
    concurrency,
    timeoutSeconds: 60,
    patienceSeconds: 60,
  })
  return { server, recogniser }
}

/**
 * A transcription of one word, spoken in the first second, with so much confidence that no model is loaded to identify
 * the language.
 */
const says = (word: string) =>
  transcribes({ text: word, words: [{ word, start: 0.5, end: 1, probability: 0.95 }] })

suite('a recogniser with a speech server', () => {
  test('requests as many segments at a time as allowed, in order', async (t) => {
    const arrived = [1, 2, 3].map(() => Promise.withResolvers<void>())
    let open = 0
    let most = 0
    let count = 0
    const { recogniser } = await recogniserAt(t, 2, async () => {
      const index = count++
      most = Math.max(most, ++open)
      arrived[index]!.resolve()
      // The first request is answered after the third has arrived, which could be sent once the second was answered.
      await arrived[index === 0 ? 2 : 1]!.promise
      open--
      return says(['one', 'two', 'three'][index]!)
    })
    const { utterances } = await recogniser.recognise(recording, english)
    assert.deepEqual(
      utterances.map(({ text }) => text),
      ['one', 'two', 'three'],
    )
    assert.equal(most, 2)
    for (const { start, words } of utterances) {
      assert.ok(start >= 0)
      assert.equal(words.length, 1)
    }
    const starts = utterances.map(({ start }) => start)
    assert.deepEqual(
      starts,
      starts.toSorted((a, b) => a - b),
    )
  })

  test('reports progress while it waits', async (t) => {
    const waiting = Promise.withResolvers<void>()
    let hasArrived = false
    const { recogniser } = await recogniserAt(t, 3, async () => {
      hasArrived = true
      await waiting.promise
      return says('word')
    })
    const onProgress = () => {
      if (hasArrived) waiting.resolve()
    }
    const { utterances } = await recogniser.recognise(recording, english, { onProgress })
    assert.equal(utterances.length, 3)
  })

  test('aborts its other requests when one fails', async (t) => {
    let count = 0
    const { recogniser, server } = await recogniserAt(t, 2, async () => (count++ === 0 ? hangs : fails(401)))
    await assert.rejects(recogniser.recognise(recording, english), /rejected the API key/)
    await server.closed()
  })
})
