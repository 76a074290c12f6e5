import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { liveConformance } from '../testing/live-conformance.ts'
import { LiveRecogniserProcess } from './live-recogniser-process.ts'
import { RecogniserError } from '../recogniser-error.ts'
import { openClip } from '../testing/language-clips.ts'
import { encoded, pcm16 } from '../testing/live-format.ts'
import { finalsOf, isRecognised, play, Playback, plain, textOf } from '../testing/live-playback.ts'
import { joined, silence } from '../testing/signals.ts'
import { clipIn, kennedy } from '../testing/speech.ts'
import { SAMPLE_RATE } from '../../audio/recording.ts'

const recogniser = new LiveRecogniserProcess()
after(() => recogniser.close())

await liveConformance(recogniser)

const phrase = encoded(pcm16, kennedy.samples.slice(0, 40_000))

test('a language that is wrong for the first utterances is corrected for later ones', async () => {
  const clip = await openClip('dutch_duo_sample_2-mono-BB.wav')
  const samples = await clip.read(0, 0, 12 * SAMPLE_RATE)
  await clip.close()
  const finals = finalsOf(
    await play(recogniser, encoded(pcm16, samples), { languages: [], endpointing: 0.3 }),
  )
  const languages = finals.map(({ language }) => language)
  // A greeting of half a second, which is taken for English.
  assert.equal(languages[0], 'en')
  assert.ok(languages.length >= 4, languages.join())
  assert.deepEqual(new Set(languages.slice(2)), new Set(['nl']))
})

test('finals do not wait for the language identification of another stream', async (t) => {
  // A separate process, because the models that identify languages are loaded when the German is recognised, which takes
  // seconds.
  const own = new LiveRecogniserProcess()
  t.after(() => own.close())
  await play(own, phrase, {})
  const german = new Playback(own, plain)
  await german.write(encoded(pcm16, clipIn('de').samples.subarray(0, 9 * SAMPLE_RATE)))
  german.stream.end()
  const english = await play(own, phrase, {})
  assert.match(textOf(english), /fellow Americans/)
  assert.deepEqual(finalsOf(german.events), [])
  await german.last
  assert.deepEqual(new Set(finalsOf(german.events).map(({ language }) => language)), new Set(['de']))
})

test('a word after a pause within a sentence is not lost', async () => {
  const german = joined(clipIn('de').samples, silence(1))
  const events = await play(recogniser, encoded(pcm16, german), { languages: ['de'] })
  assert.match(textOf(events), /\bfahren\W*$/)
})

test('a greeting in which no words are recognised is recognised with the speech after it', async () => {
  const clip = await openClip('dutch_duo_sample_2-mono-NB.wav')
  const samples = await clip.read(0, 0, 4 * SAMPLE_RATE)
  await clip.close()
  const events = await play(recogniser, encoded(pcm16, samples), { languages: ['nl'] })
  assert.match(textOf(events), /^Hallo\b.*\bbedankt voor het/)
})

test('a crash reports every open stream as lost once, and the next stream is recognised', async () => {
  const playbacks = [new Playback(recogniser, plain), new Playback(recogniser, plain)]
  for (const playback of playbacks) await playback.write(phrase)
  await playbacks[0]!.next(isRecognised)
  const { pid } = recogniser
  process.kill(pid!, 'SIGSEGV')
  for (const playback of playbacks) {
    const event = await playback.last
    assert.ok(event.type === 'lost' && event.error instanceof RecogniserError)
    assert.equal(event.error.code, 'crashed')
    const { length } = playback.events
    await playback.write(phrase)
    playback.stream.end()
    playback.stream.close()
    assert.equal(playback.events.length, length)
  }
  assert.match(textOf(await play(recogniser, phrase)), /^And so,? my fellow Americans/)
  assert.notEqual(recogniser.pid, pid)
})

test('writes that outpace recognition wait until the audio is recognised or the stream is lost', async () => {
  const playback = new Playback(recogniser, plain)
  await playback.write(phrase)
  await playback.next(isRecognised)
  process.kill(recogniser.pid!, 'SIGSTOP')
  let waiting = true
  const written = playback.write(Buffer.alloc(3 * 2 ** 20), [2 ** 16]).then(() => (waiting = false))
  await new Promise(setImmediate)
  assert.ok(waiting)
  process.kill(recogniser.pid!, 'SIGCONT')
  await written
  process.kill(recogniser.pid!, 'SIGSTOP')
  const again = playback.write(Buffer.alloc(3 * 2 ** 20), [2 ** 16])
  process.kill(recogniser.pid!, 'SIGKILL')
  assert.equal((await playback.last).type, 'lost')
  await again
})

test('a process that hangs is killed', async () => {
  const hasty = new LiveRecogniserProcess({ stallSeconds: 8 })
  const playback = new Playback(hasty, plain)
  await playback.write(phrase)
  await playback.next(isRecognised)
  const idle = new Playback(hasty, plain)
  process.kill(hasty.pid!, 'SIGSTOP')
  await playback.write(phrase)
  const event = await playback.last
  assert.ok(event.type === 'lost' && event.error instanceof RecogniserError)
  assert.equal(event.error.code, 'stalled')
  assert.equal((await idle.last).type, 'lost')
  assert.equal(hasty.pid, undefined)
  await hasty.close()
})

test('a closed recogniser emits no more events', async () => {
  const closed = new LiveRecogniserProcess()
  const playback = new Playback(closed, plain)
  await playback.write(phrase)
  await playback.next(isRecognised)
  const { length } = playback.events
  await closed.close()
  assert.equal(playback.events.length, length)
})

test('the process ends when its parent is killed', async () => {
  const script = fileURLToPath(new URL('../testing/doomed-live-parent.ts', import.meta.url))
  const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] })
  await once(parent.stdout, 'data')
  parent.kill('SIGKILL')
  // Inherited by the recogniser: it closes when both processes have ended.
  parent.stderr.resume()
  await once(parent.stderr, 'close')
})
