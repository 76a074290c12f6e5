import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { clipsIn } from '../../../test/ears/clip-list.ts'
import { samplesOf } from '../../../test/ears/recordings.ts'
import { soundOf } from '../../../test/ears/sounds.ts'
import { isLong } from '../../../test/support/long.ts'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { engineConformance } from '../testing/engine-conformance.ts'
import { joined, silence } from '../testing/signals.ts'
import { alice, kennedy } from '../testing/speech.ts'
import { loadBundled } from './load-model.ts'
import { type Moonshine, moonshine } from './moonshine.ts'
import { textOf } from './spoken-words.ts'

let engine: Moonshine
before(async () => {
  engine = await loadBundled(moonshine)
})
after(() => engine.close())

engineConformance(
  () => engine,
  [{ ...kennedy, maxErrorRate: 0 }, ...(isLong ? [{ ...alice, maxErrorRate: 0.02 }] : [])],
)

test('a fraction of a second of music has no words', async () => {
  const music = soundOf('music', 30, 9)
  const written: string[] = []
  for (let at = 0; at < music.length; at += SAMPLE_RATE) {
    const part = joined(music.subarray(at, at + SAMPLE_RATE / 2), silence(0.1))
    written.push(textOf(await engine.recognise(part, 'en')))
  }
  assert.deepEqual(new Set(written), new Set(['']))
})

test('consecutive sentences are recognised, though Moonshine returns no words for both together', async () => {
  const clips = clipsIn('en').filter(({ text }) =>
    /^(Quick little side note|And as you think about)/.test(text),
  )
  const spoken = clips.map(async ({ file, start, end }) => (await samplesOf(file)).subarray(start, end))
  const [first, second] = await Promise.all(spoken)
  const text = textOf(
    await engine.recognise(joined(silence(0.2), first!, silence(0.3), second!, silence(0.2)), 'en'),
  )
  assert.match(text, /side note.* teleportation.* each one.* foundation/)
})
