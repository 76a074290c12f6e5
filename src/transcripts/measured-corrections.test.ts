import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { LanguageCode } from '../contract/languages.ts'
import type { Utterance } from '../contract/transcript.ts'
import { measuredCorrections } from './measured-corrections.ts'

const said = (text: string, start: number, more: Partial<Utterance> = {}): Utterance => ({
  ...{ start, end: start + 4, confidence: 1, channel: 0, words: [], text, language: 'en' as const },
  ...more,
})

const models = (...languages: LanguageCode[]) =>
  languages.map((language) => ({ language, model: `${language}-model` }))

/** A meeting as recognised. */
const MEETING = [
  'Good morning, this is Anna Mayor from the platform team.',
  'We moved the billing service to Cooper Netties last week.',
  'The latency went down from ninety to forty milliseconds.',
  'Postgres sequel is still on the old machine.',
  'Uh, thank you for watching.',
  'Nobody has read this sentence, whatever it say.',
].map((text, i) => said(text, i * 5))

const corrected = (changes: Readonly<Record<number, string | null>>) =>
  MEETING.flatMap((one, i) => (changes[i] === null ? [] : { ...one, text: changes[i] ?? one.text }))

const CORRECTED = corrected({
  0: 'Good morning. This is Anna Meier from the platform team.',
  1: 'We moved the billing service to Kubernetes last week.',
  3: 'PostgreSQL is still on the old machine.',
})

suite('the measure of a correction', () => {
  test('is how many words were wrong up to the last corrected one, and what replaced them', () => {
    assert.deepEqual(measuredCorrections(MEETING, CORRECTED, models('en')), {
      // Mayor; Cooper Netties; Postgres sequel: five words, of 10 + 9 + 9 + 7.
      errors: [{ language: 'en', model: 'en-model', words: 35, wrong: 5 }],
      corrections: [
        { heard: 'mayor', typed: 'Meier' },
        { heard: 'cooper netties', typed: 'Kubernetes' },
        { heard: 'postgres sequel', typed: 'PostgreSQL' },
      ],
    })
  })

  test('includes missing and superfluous words', () => {
    const { errors } = measuredCorrections(
      MEETING,
      corrected({ 0: 'Good morning, this is Anna.', 2: `${MEETING[2]!.text} Not bad.`, 4: null }),
      models('en'),
    )
    // Five superfluous words, two missing ones, five superfluous ones.
    assert.deepEqual(errors, [{ language: 'en', model: 'en-model', words: 5 + 10 + 11 + 8, wrong: 12 }])
  })

  test('excludes words that differ only in case and punctuation, and proposes no function words', () => {
    const again = MEETING.map((one) => ({ ...one, text: one.text.toUpperCase().replaceAll(/[.,]/g, ' –') }))
    assert.deepEqual(measuredCorrections(MEETING, again, models('en')), { errors: [], corrections: [] })
    const { corrections } = measuredCorrections(
      MEETING,
      corrected({
        0: MEETING[0]!.text.replace('from', 'of'),
        2: MEETING[2]!.text.replace('ninety', '90'),
        3: 'An entirely different and much longer sentence is on the old machine.',
      }),
      models('en'),
    )
    assert.deepEqual(corrections, [])
  })

  test('has no error rate if only one word was searched for, and is empty if the text was replaced', () => {
    const name = corrected({ 3: CORRECTED[3]!.text })
    const { errors, corrections } = measuredCorrections(MEETING, name, models('en'))
    assert.deepEqual([errors, corrections.length], [[], 1])
    const summary = [said('They talked about machines, and about what these cost.', 0)]
    assert.deepEqual(measuredCorrections(MEETING, summary, models('en')), { errors: [], corrections: [] })
    assert.deepEqual(measuredCorrections(MEETING, [], models('en')), { errors: [], corrections: [] })
  })

  test('is taken by the language in which words were recognised, and by channel', () => {
    const german = ['Wir treffen uns in Stetin am Haven.', 'Das Schiff heist Anna.', 'Es fehrt um neun.'].map(
      (text, i) => said(text, i * 5 + 1, { channel: 1, language: 'de' }),
    )
    const right = ['Wir treffen uns in Stettin am Hafen.', 'Das Schiff heißt Anna.', 'Es fährt um neun.'].map(
      (text, i) => ({ ...german[i]!, text }),
    )
    const both = [...MEETING, ...german].toSorted((a, b) => a.start - b.start)
    const after = [...CORRECTED, ...right].toSorted((a, b) => a.start - b.start)
    const { errors } = measuredCorrections(both, after, models('en', 'de'))
    assert.deepEqual(errors, [
      { language: 'en', model: 'en-model', words: 35, wrong: 5 },
      { language: 'de', model: 'de-model', words: 15, wrong: 4 },
    ])
    assert.deepEqual(
      measuredCorrections(both, after, models('de')).errors.map(({ model }) => model),
      ['de-model'],
    )
    // Live sessions do not say which models they used.
    assert.deepEqual(measuredCorrections(both, after, []).errors, [])
  })

  test('counts characters in scripts without spaces, and does not propose them as words', () => {
    const heard = ['東京に行きたいです', '今日は天気がいい', '橋の下で待ちます'].map((text, i) =>
      said(text, i * 5, { language: 'ja' }),
    )
    const right = ['東京へ行きたいです', '今日は天気がよい', '箸の下で待ちます'].map((text, i) => ({
      ...heard[i]!,
      text,
    }))
    assert.deepEqual(measuredCorrections(heard, right, models('ja')), {
      errors: [{ language: 'ja', model: 'ja-model', words: 25, wrong: 3 }],
      corrections: [],
    })
  })
})
