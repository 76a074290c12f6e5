import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { engineConformance } from '../testing/engine-conformance.ts'
import { noise, silence, tone } from '../testing/signals.ts'
import { clipIn, kennedy } from '../testing/speech.ts'
import { loadBundled } from './load-model.ts'
import { whisper as family } from './whisper.ts'

// recognise.test.ts has it understand more languages.
engineConformance(
  () => loadBundled(family),
  [
    { ...kennedy, mostErrors: 0 },
    { ...clipIn('es'), mostErrors: 0.15 },
  ],
)

// src/intelligence/translation.test.ts has it translate more languages.
test('speech becomes English words about where they are said, and what is no speech none', async (t) => {
  const whisper = await loadBundled(family)
  t.after(() => whisper.close())
  const { samples, language } = clipIn('es')
  const words = await whisper.translate(samples, language)
  assert.match(words.map(({ word }) => word).join(''), /recommended .*\brisk\b.*\btravel plans\b/)
  let earliest = 0
  for (const { word, start, end, confidence } of words) {
    assert.ok(earliest <= start && start <= end, `${word} at ${start}–${end} after ${earliest}`)
    assert.ok(confidence > 0 && confidence <= 1)
    earliest = end
  }
  assert.ok(earliest <= samples.length / SAMPLE_RATE + 0.03)
  const heard = await whisper.recognise(samples, language)
  for (const [original, english] of [
    ['viajeros', 'travelers'],
    ['riesgo', 'risk'],
    ['afectar', 'affect'],
  ] as const) {
    const said = heard.find(({ word }) => word.includes(original))
    const translated = words.find(({ word }) => word.includes(english))
    assert.ok(
      said && translated && Math.abs(said.start - translated.start) < 0.5,
      `${english} for ${original}`,
    )
  }

  for (const sound of [silence(5), noise(10, 0.3), tone(5, 440), new Float32Array(400)])
    assert.deepEqual(await whisper.translate(sound, language), [])
  const signal = AbortSignal.abort(new Error('not wanted'))
  await assert.rejects(whisper.translate(samples, language, signal), /not wanted/)
})
