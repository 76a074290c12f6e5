import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import type { CorrectedUtterance } from '../contract/revisions.ts'
import type { Utterance, Word } from '../contract/transcript.ts'
import { carriedOver, correctedWords } from './carried-over.ts'
import { revisedUtterances } from './revised-utterances.ts'
import { wordChanges } from './word-changes.ts'

/** An utterance of words that last 0.3 s, with pauses of 0.1 s. */
function said(text: string, start: number, more: Partial<Utterance> = {}): Utterance {
  const at = (i: number) => Math.round((start + i * 0.4) * 1000) / 1000
  const texts = text.split(' ')
  const words = texts.map((word, i): Word => {
    return { word: i === 0 ? word : ` ${word}`, start: at(i), end: at(i + 0.75), confidence: 0.5 }
  })
  const end = words.at(-1)?.end ?? start
  return { start, end, confidence: 0.5, channel: 0, words, text, language: 'en', ...more }
}

const given = ({ start, end, channel, speaker, text }: Utterance): CorrectedUtterance => ({
  ...{ start, end, channel, text },
  ...(speaker !== undefined && { speaker }),
})

/** The transcript after a person has replaced a text in it. */
function typed(before: readonly Utterance[], old: string, text: string): Utterance[] {
  const all = before.map((one) => ({ ...given(one), text: one.text.replace(old, text).trim() }))
  const { utterances, changes } = revisedUtterances(
    before,
    all.filter((one) => one.text !== ''),
  )
  assert.ok(changes > 0, `"${old}" is in the transcript`)
  return utterances
}

const texts = (utterances: readonly Utterance[]) => utterances.map(({ text }) => text)

const word = fc.constantFrom('yes', 'no', 'Maybe,', 'perhaps', 'the', 'End.', 'cat')
const spoken = fc.array(word, { minLength: 1, maxLength: 8 }).map((all) => all.join(' '))
const channel = fc.nat({ max: 1 })
const speaker = fc.option(fc.nat({ max: 2 }), { nil: undefined })
const transcript = fc.array(fc.record({ text: spoken, channel }), { maxLength: 7 })
const utterancesOf = (all: readonly { text: string; channel: number }[], shift = 0) =>
  all.map(({ text, channel: of }, i) => said(text, Math.round((i * 4 + shift) * 100) / 100, { channel: of }))

/** A change that people make to an utterance: other words, another time; null deletes it. */
const correction = fc.option(
  fc.record({
    text: fc
      .tuple(spoken, fc.option(spoken, { nil: '' }))
      .map(([one, other]) => `${one} typed ${other}`.trim()),
    start: fc.integer({ min: -3, max: 3 }),
    length: fc.nat({ max: 8 }),
  }),
  { nil: null, freq: 5 },
)

function corrected(
  before: readonly Utterance[],
  corrections: readonly (undefined | (typeof correction extends fc.Arbitrary<infer Value> ? Value : never))[],
): Utterance[] {
  const all = before.flatMap((one, i): CorrectedUtterance[] => {
    const made = corrections[i]
    if (made === undefined) return [given(one)]
    if (made === null) return []
    const start = Math.max(0, one.start + made.start)
    return [{ ...given(one), start, end: start + made.length, text: made.text.replace('typed', `typed${i}`) }]
  })
  return revisedUtterances(before, all).utterances
}

const some = { minLength: 0, maxLength: 7 }
const corrections = fc.array(fc.option(correction, { nil: undefined, freq: 2 }), some)
const RUNS = { seed: 1, numRuns: 300 }

suite('a new recognition', () => {
  test('is the new transcript, whatever it is, if nobody corrected the old one', () => {
    fc.assert(
      fc.property(transcript, transcript, (one, other) => {
        const [recognised, again] = [utterancesOf(one), utterancesOf(other, 0.05)]
        const { utterances, kept } = carriedOver({ recognised, corrected: recognised, again })
        assert.deepEqual(utterances, again)
        assert.deepEqual(kept, [])
      }),
      RUNS,
    )
  })

  test('that is the same as before leaves exactly the corrected transcript', () => {
    fc.assert(
      fc.property(transcript, corrections, fc.array(speaker, some), (one, made, speakers) => {
        const recognised = utterancesOf(one)
        const revised = corrected(recognised, made).map((utterance, i) => ({
          ...utterance,
          ...(speakers[i] !== undefined && { speaker: speakers[i] }),
        }))
        const { utterances, kept } = carriedOver({ recognised, corrected: revised, again: recognised })
        assert.deepEqual(kept, [])
        assert.deepEqual(wordChanges(revised, utterances, kept), { words: 0, changes: [] })
        const sorted = (all: readonly Utterance[]) => all.map((each) => JSON.stringify(each)).toSorted()
        const unspoken = (all: readonly Utterance[]) => all.map(({ speaker: _speaker, ...each }) => each)
        assert.deepEqual(
          sorted(unspoken(utterances) as Utterance[]),
          sorted(unspoken(revised) as Utterance[]),
        )
      }),
      RUNS,
    )
  })

  test('loses no word that people typed, whatever is recognised and wherever they typed it', () => {
    fc.assert(
      fc.property(
        transcript,
        corrections,
        transcript,
        fc.double({ min: 0, max: 2, noNaN: true }),
        (...all) => {
          const [one, made, other, shift] = all
          const recognised = utterancesOf(one)
          const revised = corrected(recognised, made)
          const again = utterancesOf(other, shift)
          const { utterances } = carriedOver({ recognised, corrected: revised, again })
          const typedIn = (found: readonly Utterance[]) =>
            found.flatMap(({ text }) => text.split(' ').filter((each) => each.startsWith('typed'))).toSorted()
          assert.deepEqual(typedIn(utterances), typedIn(revised))
          for (const { words, text, start, end } of utterances) {
            assert.equal(
              words
                .map((each) => each.word)
                .join('')
                .trim(),
              text,
            )
            assert.ok(words.every((each) => each.start >= start && each.end <= end))
          }
        },
      ),
      RUNS,
    )
  })

  test('takes over what people typed between words that are recognised again', () => {
    const recognised = [said('we met mister smith in leads today', 0), said('it was a good day', 4)]
    const again = [said('We met Mister Smits in Leeds today.', 0.1), said('It was a good day!', 4.1)]
    const carried = (old: string, text: string) =>
      carriedOver({ recognised, corrected: typed(recognised, old, text), again })
    const { utterances, kept } = carried('smith', 'Smythe')
    assert.deepEqual(texts(utterances), ['We met Mister Smythe in Leeds today.', 'It was a good day!'])
    assert.deepEqual(kept, [])
    assert.equal(
      texts(carried('smith', 'Smythe the third').utterances)[0],
      'We met Mister Smythe the third in Leeds today.',
    )
    assert.equal(
      texts(carried(' smith', '').utterances)[0],
      'We met Mister in Leeds today.',
      'what was deleted',
    )
    assert.equal(
      texts(carried('today', 'today again').utterances)[0],
      'We met Mister Smits in Leeds today. again',
    )
    assert.deepEqual(texts(carried('it was a good day', '').utterances), [again[0]!.text])
  })

  test('keeps an utterance whose corrections cannot be placed, and says what is recognised there', () => {
    const recognised = [said('the whether is nice', 0), said('it was a good day', 4)]
    const again = [said('Der Wetter ist neis', 0.1), said('It was a good day!', 4.1)]
    const { utterances, kept } = carriedOver({
      ...{ recognised, again },
      corrected: typed(recognised, 'whether', 'weather'),
    })
    assert.deepEqual(texts(utterances), ['the weather is nice', 'It was a good day!'])
    assert.deepEqual(
      utterances.map((one) => one.kept),
      [true, undefined],
    )
    assert.deepEqual(
      kept.map(({ utterance, heard }) => [utterance.text, heard]),
      [['the weather is nice', 'Der Wetter ist neis']],
    )
  })

  test('with other borders between utterances keeps the borders of corrected ones', () => {
    const recognised = [said('one two three four', 0), said('five six seven', 1.6)]
    const again = [said('One two three four five six seven', 0)]
    const revised = typed(recognised, 'two', '2')
    const { utterances } = carriedOver({ recognised, corrected: revised, again })
    assert.deepEqual(texts(utterances), ['One 2 three four', 'five six seven'])
  })

  test('keeps the numbers of speakers, and corrections of who speaks', () => {
    const say = (text: string, start: number, of?: number) =>
      said(text, start, of === undefined ? {} : { speaker: of })
    const recognised = [say('a b c', 0, 0), say('d e f', 4, 1), say('g h i', 8, 0), say('j k l', 12, 1)]
    const revised = recognised.map((one, i) => (i === 3 ? { ...one, speaker: 0 } : one))
    const again = [
      say('a b c', 0, 1),
      say('d e f', 4, 0),
      say('g h i', 8, 1),
      say('j k l', 12, 0),
      say('m', 16, 2),
    ]
    const speakers = (versions: Parameters<typeof carriedOver>[0]) =>
      carriedOver(versions).utterances.map((one) => one.speaker)
    assert.deepEqual(speakers({ recognised, corrected: revised, again }), [0, 1, 0, 0, 2])
    const unnamed = again.slice(0, 4).map(({ speaker: _speaker, ...one }) => one)
    assert.deepEqual(speakers({ recognised, corrected: revised, again: unnamed }), [0, 1, 0, 0])
  })

  test('of hours of speech takes seconds', () => {
    const many = (shift: number, change: number) =>
      Array.from({ length: 1000 }, (_one, i) =>
        said(
          Array.from(
            { length: 15 },
            (_word, k) => `w${(i * 31 + k * 7) % 900}${(i + k) % change === 0 ? 'x' : ''}`,
          ).join(' '),
          i * 8 + shift,
          { speaker: i % 4 },
        ),
      )
    const recognised = many(0, 10)
    const revised = recognised.map((one, i) =>
      i % 40 === 0 ? typed([one], one.text.split(' ')[2]!, 'typed')[0]! : one,
    )
    assert.ok(correctedWords({ recognised, corrected: revised }) >= 50)
    const began = performance.now()
    const again = many(0.1, 12)
    const { utterances } = carriedOver({ recognised, corrected: revised, again })
    const took = performance.now() - began
    assert.equal(utterances.flatMap(({ words }) => words).filter((one) => one.word === ' typed').length, 25)
    assert.ok(took < 10_000, `${took} ms`)
  })
})
