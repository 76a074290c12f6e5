/** The effect of typing, splitting and replacing on a transcript, compared with a text editor. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  corrected,
  partsOf,
  splitAt,
  typed,
  wholeText,
} from '../../src/console/screens/job/transcript/draft-parts.ts'
import {
  partsGivenTo,
  reached,
  replaced,
} from '../../src/console/screens/job/transcript/transcript-changes.ts'
import { itemsOf } from '../../src/console/screens/job/transcript/transcript-items.ts'
import { exactMatchesIn } from '../../src/console/screens/job/transcript/transcript-matches.ts'
import { transcriptOf } from '../support/console-jobs.ts'
import { randomFrom } from '../support/random.ts'

const LINES = ['Good morning, everyone.', 'Thank you for coming.', 'It is late.', 'So we begin.']
const { utterances } = transcriptOf(LINES)
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

suite('typing in a paragraph', () => {
  test('changes the text as an editor does, and no utterance that it does not touch', () => {
    const random = randomFrom(20_261_124)
    const below = (count: number) => Math.floor(random() * count)
    for (let round = 0; round < 2_000; round++) {
      let parts = partsOf(utterances)
      for (let key = 0; key < 4; key++) {
        const before = wholeText(parts)
        const from = below(before.length + 1)
        const to = Math.min(before.length, from + (random() < 0.5 ? 0 : below(30)))
        const text = before.slice(0, from) + ['', 'x', ' a ', 'so on. '][below(4)]! + before.slice(to)
        const after = typed(parts, text)
        assert.equal(wholeText(after), text)
        let end = 0
        for (const [i, part] of parts.entries()) {
          const begin = end
          end += part.text.length
          // Equal letters next to the change may be attributed to it.
          if (end < from - 12) assert.equal(after[i]?.text, part.text, 'before the change')
          if (begin > to + 12) assert.equal(after[i]?.text, part.text, 'after the change')
        }
        parts = after
      }
      const saved = corrected(parts)
      assert.equal(oneLine(saved.map(({ text }) => text).join(' ')), oneLine(wholeText(parts)))
      for (const one of saved) {
        assert.ok(one.text.trim() === one.text && one.text !== '')
        assert.ok(utterances.some(({ start }) => start === one.start))
      }
    }
  })

  test('adds text that is typed before a sentence to that sentence', () => {
    const text = wholeText(partsOf(utterances)).replace('Thank', 'Well, thank')
    const saved = corrected(typed(partsOf(utterances), text))
    assert.deepEqual(
      saved.map((one) => one.text),
      [LINES[0], 'Well, thank you for coming.', LINES[2], LINES[3]],
    )
  })

  test('joins two utterances when it joins their words', () => {
    const saved = corrected(typed(partsOf(utterances), wholeText(partsOf(utterances)).replace('. Th', 'th')))
    assert.deepEqual(
      saved.map((one) => one.text),
      ['Good morning, everyonethank you for coming.', LINES[2], LINES[3]],
    )
    assert.deepEqual([saved[0]?.start, saved[0]?.end], [utterances[0]?.start, utterances[1]?.end])
  })

  test('splits it at any place into two texts, in the order of their times', () => {
    const parts = partsOf(utterances)
    const whole = wholeText(parts)
    for (let at = 0; at <= whole.length; at++) {
      const divided = splitAt(parts, at)
      if (divided === null) {
        assert.ok(whole.slice(0, at).trim() === '' || whole.slice(at).trim() === '')
        continue
      }
      const [before, after] = divided.map(corrected)
      assert.equal(oneLine(before!.map(({ text }) => text).join(' ')), oneLine(whole.slice(0, at)))
      assert.equal(oneLine(after!.map(({ text }) => text).join(' ')), oneLine(whole.slice(at)))
      assert.ok(before!.at(-1)!.end <= after![0]!.start + 1e-9, `at ${at}`)
    }
  })
})

suite('changing a transcript', () => {
  test('gives a part of some utterances to another speaker, and keeps every word and its time', () => {
    const [first, second] = utterances
    const places = [
      { utterance: 0, from: 5, to: 13 },
      { utterance: 1, from: 0, to: 9 },
    ]
    const { removed, inserted } = partsGivenTo(utterances, places, 7)
    assert.deepEqual(removed, [first, second])
    assert.deepEqual(
      inserted.map(({ text, speaker, start, end }) => [text, speaker, start, end]),
      [
        ['Good', 0, first?.start, first?.words[0]?.end],
        ['morning,', 7, first?.words[1]?.start, first?.words[1]?.end],
        ['everyone.', 0, first?.words[2]?.start, first?.end],
        ['Thank you', 7, second?.start, second?.words[1]?.end],
        ['for coming.', 1, second?.words[2]?.start, second?.end],
      ],
    )
  })

  test('reaches this one, those of the same speaker that follow, or all of them', () => {
    const target = [utterances[2]!]
    const starts = (reach: 'here' | 'following' | 'everywhere') =>
      reached(utterances, target, reach).map((one) => utterances.indexOf(one))
    assert.deepEqual(starts('here'), [2])
    assert.deepEqual(starts('following'), [2])
    assert.deepEqual(starts('everywhere'), [0, 2])
  })

  test('replaces as String.replaceAll does, even if the text has pattern characters', () => {
    const texts = ['a.b a.b axb', 'A.B $& (a.b)']
    const spoken = texts.map((text, i) => ({ ...utterances[i]!, words: [], text }))
    for (const find of ['a.b', '(', '$&', 'a', ' ', 'b a'])
      for (const by of ['', '$&', 'x\n y', 'a.b a.b']) {
        const matches = exactMatchesIn(texts, find, { matchesCase: true, isWhole: false })
        const { removed, inserted } = replaced(spoken, matches, by)
        const naive = removed.map(({ text }) => oneLine(text.replaceAll(find.trim() || '\0', () => by)))
        assert.deepEqual(
          inserted.map(({ text }) => oneLine(text)),
          naive.filter((text) => text !== ''),
        )
      }
    const whole = (text: string, matchesCase = false) =>
      exactMatchesIn(texts, text, { matchesCase, isWhole: true }).length
    assert.deepEqual([whole('a'), whole('a', true), whole('ax'), whole('(a.b)')], [4, 3, 0, 1])
  })
})

test('speech without words is between the paragraphs, until it has words', () => {
  const oneSpeaker = utterances.map((one) => ({ ...one, speaker: 0 }))
  const gapAfter = (index: number) => {
    const start = oneSpeaker[index]!.end + 0.1
    return { start, end: start + 0.6, channel: 0 }
  }
  const [early, late] = [gapAfter(1), gapAfter(3)]
  assert.deepEqual(itemsOf(oneSpeaker, [early, late]), [
    { span: [0, 1] },
    { gap: early },
    { span: [2, 3] },
    { gap: late },
  ])
  const word = { word: ' Yes', start: early.start, end: early.end, confidence: 1 }
  const said = { ...oneSpeaker[0]!, start: early.start, end: early.end, words: [word], text: 'Yes' }
  assert.deepEqual(itemsOf(oneSpeaker.toSpliced(2, 0, said), [early]), [{ span: [0, 4] }])
  assert.deepEqual(itemsOf([], [early]), [{ gap: early }])
})
