/** Whole recordings, recognised by made models. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, suite, test } from 'node:test'
import { long } from '../../../../test/support/long.ts'
import { findFfmpeg } from '../../../audio/ffmpeg.ts'
import { RecogniserProcess } from '../../batch/recogniser-process.ts'
import { type Recognition, Recogniser } from '../../batch/recogniser.ts'
import { madeFamilies } from '../../testing/made-models/families.ts'
import { installed } from '../../testing/made-models/installed.ts'
import type { ModelFiles } from '../../testing/made-models/made-model.ts'
import { nemoTransducerModel } from '../../testing/made-models/nemo-transducer.ts'
import { manyWords, speechWithTones } from '../../testing/made-models/speech-with-tones.ts'
import { PIECES, type SaidWord } from '../../testing/made-models/tones.ts'
import { recordingOf } from '../../testing/memory-recording.ts'
import { writeWav } from '../../testing/wav-file.ts'
import { EngineThreads } from '../engine-threads.ts'

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-made-recordings-'))
after(() => rmSync(root, { recursive: true }))

/** Latin is the language of the made models. */
const latin = { languages: ['la'], codeSwitching: false } as const

/** Fails unless every word was recognised exactly once, at its time. */
function assertRecognised({ utterances }: Recognition, expected: readonly SaidWord[]): void {
  const words = utterances.flatMap((utterance) => utterance.words)
  for (const [i, { word, start }] of expected.entries()) {
    const found = words[i]
    const isSame = found?.word.trim() === word.trim() && Math.abs(found.start - start) < 0.1
    assert.ok(isSame, `${found?.word} at ${found?.start} instead of ${word} at ${start}`)
  }
  assert.equal(words.length, expected.length)
}

/** The family that is tested in every run; the long form tests all. */
const EVERY_RUN = 'Parakeet TDT'

for (const [name, { engine, files }] of Object.entries(madeFamilies)) {
  const whenLong = name === EVERY_RUN ? {} : long

  test(
    `${name}: of ten minutes of speech without a pause, no word is lost or doubled where it is cut`,
    whenLong,
    async () => {
      const { samples, words } = await speechWithTones(manyWords(1500))
      const recogniser = new Recogniser(new EngineThreads(2))
      await recogniser.use([await installed(path.join(root, name), { engine, files })], 'cpu')
      const seconds: number[] = []
      const hooks = { onProgress: (done: number) => seconds.push(done) }
      assertRecognised(await recogniser.recognise(recordingOf(samples), latin, hooks), words)
      assert.ok(new Set(seconds).size > 20, 'progress is reported after each segment')
      await recogniser.close()
    },
  )

  suite(`a recogniser process with a made model of ${name}`, whenLong, () =>
    processTests(name, engine, files),
  )
}

test('vocabulary words are expected in their own language only', async () => {
  const models = path.join(root, 'vocabulary')
  const files = nemoTransducerModel({ pieces: [...PIECES, { text: '▁qi', tone: 4, handicap: 1 }] })
  await installed(models, { engine: 'nemo-transducer', files })
  const ffmpeg = await findFfmpeg()
  const recogniser = new RecogniserProcess({
    ffmpeg,
    folder: path.join(root, 'spool'),
    maxSeconds: 600,
    models,
  })
  const made = await speechWithTones('ba do lu ba do lu ba do lu ki ba do lu ba do lu ba do lu')
  const file = path.join(root, 'short.wav')
  writeWav(file, made.samples)
  const withQi = made.words.map((word) => ({ ...word, word: word.word.replace('ki', 'qi') }))
  const expecting = (language: 'la' | 'de' | undefined) =>
    recogniser.transcribe(file, { ...latin, vocabulary: [{ text: 'qi', intensity: 0.5, language }] })
  assertRecognised(await recogniser.transcribe(file, latin), made.words)
  assertRecognised(await expecting(undefined), withQi)
  assertRecognised(await expecting('la'), withQi)
  assertRecognised(await expecting('de'), made.words)
  await recogniser.close()
})

function processTests(name: string, engine: string, files: ModelFiles): void {
  const models = path.join(root, `models of ${name}`)
  const spool = path.join(root, `spool of ${name}`)
  const file = path.join(root, 'speech.wav')
  let words: readonly SaidWord[]
  let recogniser: RecogniserProcess
  before(async () => {
    await installed(models, { engine, files })
    const made = await speechWithTones(manyWords(300))
    words = made.words
    writeWav(file, made.samples)
    recogniser = new RecogniserProcess({ ffmpeg: await findFfmpeg(), folder: spool, maxSeconds: 600, models })
  })
  after(async () => {
    await recogniser.close()
    assert.deepEqual(readdirSync(spool), [])
  })

  /** Calls back at the first progress after speech was recognised. */
  const disturbed = (disturbance: () => void) => {
    let isDone = false
    return (seconds: number) => {
      if (isDone || seconds === 0) return
      isDone = true
      disturbance()
    }
  }

  test('recognises files one after another', async () => {
    assertRecognised(await recogniser.transcribe(file, latin), words)
    const { pid } = recogniser
    assertRecognised(await recogniser.transcribe(file, latin), words)
    assert.equal(recogniser.pid, pid)
  })

  test('is started again after it was killed during recognition, and the file is recognised', async () => {
    const lost: string[] = []
    const recognition = await recogniser.transcribe(file, latin, {
      onProgress: disturbed(() => process.kill(recogniser.pid!, 'SIGKILL')),
      onRetry: ({ code }) => lost.push(code),
    })
    assert.deepEqual(lost, ['crashed'])
    assertRecognised(recognition, words)
  })

  test('ends at once when a file is cancelled, and a new process recognises the next one', async () => {
    const controller = new AbortController()
    const reason = new Error('cancelled')
    const onProgress = disturbed(() => controller.abort(reason))
    const { signal } = controller
    await assert.rejects(recogniser.transcribe(file, latin, { onProgress, signal }), reason)
    assertRecognised(await recogniser.transcribe(file, latin), words)
  })
}
