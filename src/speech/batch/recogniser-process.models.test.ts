import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, afterEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { AudioError } from '../../audio/audio-error.ts'
import { findFfmpeg } from '../../audio/ffmpeg.ts'
import { type Recognition, RecogniserProcess } from './recogniser-process.ts'
import { joined, silence } from '../testing/signals.ts'
import { alice, kennedyBeginning } from '../testing/speech.ts'
import { writeWav } from '../testing/wav-file.ts'
import { wordErrorRate } from '../../text/word-errors.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'scriptorium-recogniser-'))
after(() => rmSync(folder, { recursive: true }))
const short = path.join(folder, 'short.wav')
const long = path.join(folder, 'long.wav')
const silent = path.join(folder, 'silent.wav')
const noAudio = path.join(folder, 'no-audio.wav')
writeWav(short, kennedyBeginning.samples)
writeWav(long, joined(alice.samples, alice.samples, alice.samples))
writeWav(silent, silence(1))
writeFileSync(noAudio, 'This is a text.')

const english = { languages: ['en'], codeSwitching: false } as const
const spool = path.join(folder, 'spool')
const ffmpeg = await findFfmpeg()
const recogniser = new RecogniserProcess({ ffmpeg, folder: spool, maxSeconds: 3600, stallSeconds: 20 })
after(() => recogniser.close())
afterEach(() => assert.deepEqual(readdirSync(spool), []))

/** Uses a file without speech, so that no model is loaded. */
async function assertWorks(): Promise<void> {
  const recognition = await recogniser.transcribe(silent, english)
  assert.deepEqual(recognition, {
    utterances: [],
    languages: [],
    models: [],
    distinctChannels: 1,
    unrecognised: [],
  })
}

function assertRecognised({ utterances }: Recognition): void {
  const text = utterances.map((utterance) => utterance.text).join(' ')
  assert.equal(wordErrorRate(kennedyBeginning.text, text, 'en'), 0, text)
}

/** Transcribes the long file, and calls back at the first progress. */
async function disturb(disturbance: (pid: number) => void, signal?: AbortSignal): Promise<unknown> {
  let disturbed = false
  return recogniser.transcribe(long, english, {
    signal,
    onProgress: () => {
      if (!disturbed) disturbance(recogniser.pid!)
      disturbed = true
    },
  })
}

test('the process is reused for the next file', async () => {
  assertRecognised(await recogniser.transcribe(short, english))
  const { pid } = recogniser
  const [again] = await Promise.all([recogniser.transcribe(short, english), assertWorks()])
  assertRecognised(again)
  assert.equal(recogniser.pid, pid)
})

test('a file whose recogniser crashed is recognised at a second attempt', async () => {
  let killed: number | undefined
  let retries = 0
  const recognition = await recogniser.transcribe(short, english, {
    onProgress: () => {
      if (killed !== undefined) return
      killed = recogniser.pid!
      process.kill(killed, 'SIGKILL')
    },
    onRetry: ({ code }) => {
      assert.equal(code, 'crashed')
      retries++
    },
  })
  assertRecognised(recognition)
  assert.equal(retries, 1)
})

test('a second crash fails only the file in progress, and the service takes the blame', async () => {
  const crashing = recogniser.transcribe(long, english, {
    onProgress: () => process.kill(recogniser.pid!, 'SIGSEGV'),
  })
  await assert.rejects(crashing, {
    name: 'RecogniserError',
    code: 'crashed',
    message:
      /^The recogniser crashed, twice on this audio\. The fault is with the service, not with the file/,
  })
  await assertWorks()
})

test('a process that hangs is killed', async () => {
  const hasty = new RecogniserProcess({ ffmpeg, folder: spool, maxSeconds: 3600, stallSeconds: 4 })
  const hanging = hasty.transcribe(long, english, { onProgress: () => process.kill(hasty.pid!, 'SIGSTOP') })
  await assert.rejects(hanging, {
    code: 'stalled',
    message: /^The recogniser made no progress for 4 s, twice on this audio/,
  })
  assert.equal(hasty.pid, undefined)
  await hasty.close()
})

test('audio is not blamed for a decoder that is killed', async () => {
  const killer = path.join(folder, 'killer')
  writeFileSync(killer, '#!/bin/sh\nkill -KILL $$\n', { mode: 0o755 })
  const unlucky = new RecogniserProcess({ ffmpeg: killer, folder: spool, maxSeconds: 3600 })
  await assert.rejects(unlucky.transcribe(silent, english), {
    name: 'RecogniserError',
    message:
      /^The decoder was killed or hung twice while it worked on the file\. The fault is with the service/,
  })
  await unlucky.close()

  const killedOnce = path.join(folder, 'once')
  writeFileSync(
    killedOnce,
    `#!/bin/sh\nmkdir ${folder}/mark 2>/dev/null && kill -KILL $$\nexec ${ffmpeg} "$@"\n`,
    {
      mode: 0o755,
    },
  )
  const lucky = new RecogniserProcess({ ffmpeg: killedOnce, folder: spool, maxSeconds: 3600 })
  assert.equal((await lucky.transcribe(silent, english)).distinctChannels, 1)
  await lucky.close()
})

test('an abort rejects with its reason', async () => {
  const controller = new AbortController()
  const reason = new Error('no longer wanted')
  await assert.rejects(
    disturb(() => controller.abort(reason), controller.signal),
    reason,
  )
  await assert.rejects(
    disturb(() => {}, controller.signal),
    reason,
  )
  await assertWorks()
})

test('unusable audio is an AudioError, and the process is kept', async () => {
  await assertWorks()
  const { pid } = recogniser
  await assert.rejects(recogniser.transcribe(noAudio, english), (error) => {
    assert.ok(error instanceof AudioError)
    assert.ok(error.cause instanceof Error)
    assert.doesNotMatch(error.message, /no-audio|\//)
    return true
  })
  await assertWorks()
  assert.equal(recogniser.pid, pid)
})

test('the process ends when its parent is killed', async () => {
  const script = fileURLToPath(new URL('../testing/doomed-parent.ts', import.meta.url))
  const parent = spawn(process.execPath, [script, ffmpeg, spool, long], { stdio: ['ignore', 'pipe', 'pipe'] })
  await once(parent.stdout, 'data')
  parent.kill('SIGKILL')
  // Inherited by the recogniser: it closes when both processes have ended.
  parent.stderr.resume()
  await once(parent.stderr, 'close')
})
