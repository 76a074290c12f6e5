/**
 * Each family with an attention decoder, in the recogniser process, on real speech. The made models write the expected
 * words whatever they hear; the bundled models find out when these are spoken.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, suite, test } from 'node:test'
import { long } from '../../../../test/support/long.ts'
import { findFfmpeg } from '../../../audio/ffmpeg.ts'
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import { RecogniserProcess } from '../../batch/recogniser-process.ts'
import type { Recognition } from '../../batch/recogniser.ts'
import { canaryModel } from '../../testing/made-models/canary.ts'
import { cohereTranscribeModel } from '../../testing/made-models/cohere-transcribe.ts'
import { installed } from '../../testing/made-models/installed.ts'
import type { ModelFiles } from '../../testing/made-models/made-model.ts'
import { moonshineModel } from '../../testing/made-models/moonshine-v2.ts'
import { qwen3AsrModel } from '../../testing/made-models/qwen3-asr.ts'
import { joined, silence } from '../../testing/signals.ts'
import { kennedy, kennedyEnd, kennedyStarts, type Speech } from '../../testing/speech.ts'
import { writeWav } from '../../testing/wav-file.ts'

/** When the words at the end begin, in seconds. */
const endStarts = kennedyStarts
  .map(
    ([word, start]) =>
      [word, start - (kennedy.samples.length - kennedyEnd.samples.length) / SAMPLE_RATE] as const,
  )
  .filter(([, start]) => start > 0)

interface Family {
  readonly files: ModelFiles
  /** As long as the family can recognise at once. */
  readonly speech: Speech
  readonly starts: typeof kennedyStarts
}

const whole = { speech: kennedy, starts: kennedyStarts }
const families: Readonly<Record<string, Family>> = {
  canary: { files: canaryModel(kennedy.text), ...whole },
  'cohere-transcribe': { files: cohereTranscribeModel(kennedy.text), ...whole },
  'moonshine-v2': { files: await moonshineModel(kennedyEnd.text), speech: kennedyEnd, starts: endStarts },
  'qwen3-asr': { files: qwen3AsrModel(kennedy.text), ...whole },
}

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-attention-'))
after(() => rmSync(root, { recursive: true }))

/** All families share the code outside the library. */
const longUnlessFirst = (engine: string) => (engine === 'canary' ? {} : long)

/** Longer than a pause within a segment. */
const PAUSE = 2.6
const english = { languages: ['en'], codeSwitching: false } as const

/** A file that repeats the speech for this many seconds; returns when each repetition begins. */
function repeated({ samples }: Speech, seconds: number): { file: string; begins: number[] } {
  const each = samples.length / SAMPLE_RATE + PAUSE
  const begins = Array.from({ length: Math.ceil(seconds / each) }, (_, i) => i * each)
  const file = path.join(root, `${samples.length}-${seconds}.wav`)
  writeWav(file, joined(...begins.flatMap(() => [samples, silence(PAUSE)])))
  return { file, begins }
}

for (const [engine, { files, speech, starts }] of Object.entries(families))
  suite(engine, () => {
    const models = path.join(root, engine)
    const minute = repeated(speech, 60)
    let recogniser: RecogniserProcess
    before(async () => {
      await installed(models, { engine, files, languages: ['en'] })
      const ffmpeg = await findFfmpeg()
      recogniser = new RecogniserProcess({
        ffmpeg,
        folder: path.join(root, 'spool'),
        maxSeconds: 3600,
        models,
      })
    })
    after(() => recogniser.close())

    /** Fails unless every repetition was recognised, with its words at the right times. */
    const assertRecognised = ({ utterances }: Recognition, begins: readonly number[]) => {
      assert.deepEqual(
        utterances.map((utterance) => utterance.text),
        begins.map(() => speech.text),
      )
      for (const [i, begin] of begins.entries()) {
        const { words } = utterances[i]!
        for (const [name, start] of starts) {
          const found = words.filter(({ word }) => word.toLowerCase().includes(name.toLowerCase()))
          const off = Math.min(...found.map((word) => Math.abs(word.start - begin - start)))
          assert.ok(off < 0.3, `"${name}" is ${off} s off ${begin + start} s`)
        }
        const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length
        assert.ok(confidence > 0.8, `${confidence} at ${begin} s`)
      }
    }

    test('words of several segments have the times at which they are spoken', async () => {
      assertRecognised(await recogniser.transcribe(minute.file, english), minute.begins)
    })

    test('a recording of ten minutes has all of its words', longUnlessFirst(engine), async () => {
      const { file, begins } = repeated(speech, 600)
      const progress: number[] = []
      const onProgress = (seconds: number) => progress.push(seconds)
      assertRecognised(await recogniser.transcribe(file, english, { onProgress }), begins)
      assert.deepEqual(
        progress,
        progress.toSorted((a, b) => a - b),
      )
    })

    test(
      'a file whose recognition is cancelled rejects, and the next one is recognised',
      longUnlessFirst(engine),
      async () => {
        const controller = new AbortController()
        const cancelled = recogniser.transcribe(minute.file, english, {
          onProgress: (seconds) => {
            if (seconds > 0) controller.abort(new Error('no longer wanted'))
          },
          signal: controller.signal,
        })
        await assert.rejects(cancelled, /no longer wanted/)
        assertRecognised(await recogniser.transcribe(minute.file, english), minute.begins)
      },
    )

    test('a file whose recogniser is killed is recognised at a second attempt', async () => {
      const lost: (number | undefined)[] = []
      const recognition = await recogniser.transcribe(minute.file, english, {
        onProgress: (seconds) => {
          if (seconds === 0 || lost.length > 0) return
          lost.push(recogniser.pid)
          process.kill(recogniser.pid!, 'SIGKILL')
        },
      })
      assertRecognised(recognition, minute.begins)
      assert.notEqual(recogniser.pid, lost[0])
    })
  })
