import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pulledModels } from '../../models/pulled/pulled-model.ts'
import { EngineThread } from '../engines/engine-thread.ts'
import { type ModelFields, StreamingThread } from '../engines/streaming/streaming-thread.ts'
import { plain } from '../testing/live-playback.ts'
import { zipformerTransducer } from '../testing/made-models/streaming-models.ts'
import { placeStreamingModel } from '../testing/pulled-streaming.ts'
import { LiveRecognition } from './live-recognition.ts'

const folder = mkdtempSync(join(tmpdir(), 'scriptorium-models-'))
after(() => rmSync(folder, { recursive: true }))

test('a session begins once the models for all of its languages are loaded', async (t) => {
  for (const language of ['de', 'fr'])
    placeStreamingModel(folder, zipformerTransducer(), {
      engine: 'streaming-transducer',
      name: language,
      languages: [language],
    })
  t.mock.method(EngineThread.prototype, 'load', function (this: EngineThread) {
    void this.close()
  })
  const loaded: string[] = []
  t.mock.method(StreamingThread, 'start', async ({ description }: ModelFields) => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    loaded.push(description.name)
    return null
  })
  for (const [languages, expected] of [
    [['en', 'de'], ['de']],
    [[], ['de', 'fr']],
  ] as const) {
    const recognition = await LiveRecognition.load()
    const options = { ...plain, languages }
    const stream = await recognition.open(options, 0, () => {}, await pulledModels(folder))
    stream.close()
    assert.deepEqual(loaded.splice(0).toSorted(), expected)
  }
})
