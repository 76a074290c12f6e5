import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LanguageCode } from '../../contract/languages.ts'
import { withRate } from '../../contract/quality.ts'
import type { Utterance } from '../../contract/transcript.ts'
import type { Run } from '../../installation/compare.ts'
import { report } from './try-report.ts'

test('the report of a trial ends with the word errors of the compared models here, and of no others', () => {
  const run = (text: string): Run => {
    const said: Utterance = {
      ...{ start: 0, end: 2, confidence: 1, channel: 0, words: [], text, language: 'en' },
    }
    const languages: LanguageCode[] = ['en']
    const recognition = { utterances: [said], languages, models: [], distinctChannels: 1, unrecognised: [] }
    return { takes: [{ name: 'talk.wav', duration: 2, recognition, seconds: 1 }], peakBytes: null }
  }
  const compared = {
    before: run('it keeps every ward'),
    after: run('it keeps every word'),
    usedIn: () => 'moonshine',
  }
  const counted = (model: string, words: number) =>
    withRate({ model, language: 'en', transcripts: 9, words, wrong: Math.round(words * 0.061) })
  const models = [counted('moonshine', 12_300), counted('large', 999), counted('other', 5_000)]
  const lines = report(compared, 'large', models).trim().split('\n')
  assert.match(lines.at(-2)!, /Listen to the audio to tell which words are right\.$/)
  assert.equal(
    lines.at(-1),
    'Here, 6.1 % of 12300 words by moonshine were wrong in corrected transcripts in English.',
  )
})
