/** A video whose audio starts later than its pictures: words, captions and playable audio have the times that a player shows. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { make } from '../src/audio/testing/media.ts'
import type { PreRecordedJob } from '../src/contract/job.ts'
import { kennedyBeginning } from '../src/speech/testing/speech.ts'
import { writeWav } from '../src/speech/testing/wav-file.ts'
import { browserMissing, launchBrowser } from './support/browser.ts'
import { Client } from './support/client.ts'
import { runService } from './support/running-service.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { until } from './support/until.ts'

const LATE = 7
/** How much a codec, or voice activity detection on shifted samples, may change a time, in seconds. */
const TOLERANCE = 0.05
/** A frame of AAC at 16 kHz: audio in MP4 may be longer by this much. */
const FRAME = 1024 / 16_000

const folder = temporaryFolder()
const speech = join(folder, 'speech.wav')
writeWav(speech, kennedyBeginning.samples)
const SECONDS = kennedyBeginning.samples.length / 16_000

async function video(name: string, ...args: string[]): Promise<Buffer<ArrayBuffer>> {
  const pictures = ['-f', 'lavfi', '-i', `testsrc=s=64x48:r=10:d=${LATE + SECONDS}`]
  const late = ['-itsoffset', String(LATE), '-i', speech]
  return Buffer.from(await readFile(await make(join(folder, name), ...pictures, ...late, ...args)))
}

function wordsOf({ result }: PreRecordedJob) {
  return result!.transcription!.utterances.flatMap(({ words }) => words)
}

/** The codec decides whether there is a comma, which moves the start of single words by up to this, in seconds. */
const MARK = 0.5
const unmarked = (word: string) => word.replace(/\p{P}$/u, '')

test('audio that starts at 7 s is transcribed and played at 7 s', async (t) => {
  const service = await runService()
  t.after(async () => service.close())
  const client = await Client.of(service)

  async function transcribed(name: string, bytes: Buffer<ArrayBuffer>): Promise<PreRecordedJob> {
    const { audio_url } = await client.upload(bytes, name)
    const captions = { subtitles: true, subtitles_config: { formats: ['srt'] } }
    const id = await client.create({ audio_url, language_config: { languages: ['en'] }, ...captions })
    const job = await client.ended(id)
    assert.equal(job.status, 'done', job.error_message ?? '')
    return job
  }

  const expected = wordsOf(await transcribed('speech.wav', Buffer.from(await readFile(speech))))
  assert.ok(expected.length >= 6)
  const videos = {
    'video.mp4': await video('video.mp4', '-c:v', 'mpeg4', '-c:a', 'aac', '-b:a', '128k'),
    'video.webm': await video('video.webm', '-c:v', 'libvpx', '-c:a', 'libopus', '-b:a', '96k'),
  }
  for (const [name, bytes] of Object.entries(videos)) {
    const job = await transcribed(name, bytes)
    const words = wordsOf(job)
    assert.deepEqual(
      words.map(({ word }) => unmarked(word)),
      expected.map(({ word }) => unmarked(word)),
    )
    const late = words.map(({ start }, i) => start - expected[i]!.start).toSorted((a, b) => a - b)
    const [least, median, most] = [late[0]!, late[late.length >> 1]!, late.at(-1)!]
    assert.ok(Math.abs(median - LATE) <= TOLERANCE, `${name}: ${late.join(', ')}`)
    assert.ok(least > LATE - MARK && most < LATE + MARK, `${name}: ${late.join(', ')}`)
    const { audio_duration: duration } = job.file!
    assert.ok(Math.abs(duration! - LATE - SECONDS) < FRAME, `${name}: ${duration} s`)
    const [{ subtitles: srt } = { subtitles: '' }] = job.result!.transcription!.subtitles ?? []
    const first = Math.floor(words[0]!.start)
    assert.ok(srt.startsWith(`1\n00:00:0${first},`), srt)
    await playsFor(client, job.id, duration!)
  }
})

/** Checks the length of the playable audio, by its peaks and in a browser. */
async function playsFor(client: Client, id: string, seconds: number): Promise<void> {
  const peaks = await ready<{ data: number[] }>(client, `/v2/jobs/${id}/peaks`)
  const high = peaks.body.data.filter((_, i) => i % 2 === 1)
  assert.equal(high.length, Math.ceil(seconds * 20))
  assert.equal(Math.max(...high.slice(0, LATE * 20 - 1)), 0)
  assert.ok(Math.max(...high.slice(LATE * 20)) > 20)

  if (browserMissing !== false) return
  const { bytes } = await ready(client, `/v2/jobs/${id}/playback`)
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const played = await page.evaluate<number>(`new Promise((resolve, reject) => {
      const audio = new Audio('data:audio/mp4;base64,${bytes.toString('base64')}')
      audio.onloadedmetadata = () => resolve(audio.duration)
      audio.onerror = () => reject(new Error(audio.error.message))
    })`)
    assert.ok(Math.abs(played - seconds) < 0.025, `${played} instead of ${seconds} s`)
  } finally {
    await browser.close()
  }
}

async function ready<Body>(client: Client, path: string) {
  return until(
    async () => client.get<Body>(path),
    ({ status }) => status !== 202,
  )
}
