import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import { EngineThread } from '../engines/engine-thread.ts'
import { clipIn } from '../testing/speech.ts'
import { SESSION_START } from './channel-position.ts'
import type { LiveSegment } from './live-segmentation.ts'
import { RecentAudio } from './recent-audio.ts'
import { SegmentRecognition } from './segment-recognition.ts'

const engines = new EngineThread()
after(() => engines.close())

const identifies = (language: LanguageCode) => language !== 'en'
const partsWith = (named: readonly LanguageCode[]) => ({
  engines,
  identifyingEngines: () => engines,
  languages: { named, identifies },
})
const settings = { language: 'de', gain: 1 } as const

/** A segment of speech between two times in seconds. */
function segment(from: number, to: number): LiveSegment {
  const [start, end] = [Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE)]
  return { start, end, audioEnd: end, regions: [{ start, end }], utteranceStart: start, ends: true }
}

test('a partial does not shrink to its beginning if the model ends after the agreed words', async () => {
  const audio = new RecentAudio(0)
  audio.append(clipIn('de').samples)
  const recognition = new SegmentRecognition(audio, partsWith([]), SESSION_START)
  await recognition.recognise(segment(4.22, 8.44), settings)
  const { signal } = new AbortController()
  let shown = 0
  for (let end = 9.1; end < 11.7; end += 0.35) {
    const words = await recognition.recognisePartial(segment(8.44, end), settings, signal)
    const last = words?.at(-1)
    if (last === undefined) continue
    shown++
    assert.ok(last.end > end - 0.7, `at ${end} s: ${JSON.stringify(last)}`)
  }
  assert.ok(shown >= 5, `${shown} partials`)
})

test('a segment with doubtful words in the expected language is recognised in its own', async () => {
  const german = clipIn('de')
  const audio = new RecentAudio(0)
  audio.append(german.samples)
  const recognition = new SegmentRecognition(audio, partsWith(['en']), SESSION_START)
  const { own } = await recognition.recognise(segment(4.22, 8.44), { language: 'en', gain: 1 })
  const { words, language } = (await own)!
  assert.equal(language, 'de')
  const text = words.map(({ word }) => word).join('')
  assert.match(text, /besten Aussichten/)
})
