import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { encoded, pcm16 } from '../testing/live-format.ts'
import { finalsOf, play } from '../testing/live-playback.ts'
import { heard } from '../testing/heard-speech.ts'
import { cnnBilstm } from '../testing/made-models/punctuation.ts'
import { WORDS, zipformerTransducer } from '../testing/made-models/streaming-models.ts'
import { pulled } from '../testing/pulled-model.ts'
import { kennedy } from '../testing/speech.ts'
import { LiveRecogniserProcess } from './live-recogniser-process.ts'

const models = mkdtempSync(path.join(tmpdir(), 'scriptorium-live-punctuation-'))
after(() => rmSync(models, { recursive: true }))

test('finals of a streaming model without punctuation get marks from a punctuation model', async () => {
  const speech = await heard(kennedy)
  const bytes = encoded(pcm16, speech.samples)
  const finals = async () => {
    const recogniser = new LiveRecogniserProcess({ models })
    const events = await play(recogniser, bytes)
    await recogniser.close()
    return finalsOf(events)
  }
  const about = { name: 'tones', purpose: 'live-recognition', engine: 'streaming-transducer' } as const
  await pulled(models, zipformerTransducer(), { ...about, punctuates: false })
  const bare = await finals()
  const [first, second] = WORDS
  const known = { [first]: { case: 'capital', before: '.' }, [second]: { after: ',' } } as const
  await pulled(models, cnnBilstm(known), { name: 'marks', purpose: 'punctuation', engine: 'cnn-bilstm' })
  const marked = await finals()
  assert.ok(bare.length >= 4)
  const letters = (text: string) => text.replaceAll(/[.,]/g, '').toLowerCase()
  assert.deepEqual(
    marked.map((one) => ({
      ...one,
      text: letters(one.text),
      words: one.words.map((word) => ({ ...word, word: letters(word.word) })),
    })),
    bare,
  )
  const text = marked.map((one) => one.text).join('')
  for (const word of text.trim().split(' ')) {
    if (letters(word) === first) assert.match(word, /^[A-Z]/)
    if (word === second) assert.fail(`${second} has no comma in ${text}`)
  }
  for (const { text: own } of marked) assert.match(own, /\.$/)
})
