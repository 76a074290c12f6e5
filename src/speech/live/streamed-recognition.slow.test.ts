import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite } from 'node:test'
import { liveConformance } from '../testing/live-conformance.ts'
import { heard } from '../testing/heard-speech.ts'
import { zipformerTransducer } from '../testing/made-models/streaming-models.ts'
import { placeStreamingModel } from '../testing/pulled-streaming.ts'
import { LiveRecogniserProcess } from './live-recogniser-process.ts'

const models = mkdtempSync(join(tmpdir(), 'scriptorium-models-'))
after(() => rmSync(models, { recursive: true }))
placeStreamingModel(models, zipformerTransducer(), { engine: 'streaming-transducer' })
const recogniser = new LiveRecogniserProcess({ models })
after(() => recogniser.close())

suite('what every live recogniser must do', async () => {
  await liveConformance(recogniser, heard)
})
