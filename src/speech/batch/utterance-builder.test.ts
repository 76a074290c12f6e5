import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import type { Word } from '../../contract/transcript.ts'
import { UtteranceBuilder } from './utterance-builder.ts'

const english = { channel: 0, language: 'en' } as const

/** Words of 0.3 s each; a number in the text is a pause of that many seconds. */
function spoken(text: string, start = 0): Word[] {
  let at = start
  return text.split(' ').flatMap((part) => {
    if (/^\d/.test(part)) at += Number(part)
    else at += 0.3
    return /^\d/.test(part) ? [] : [{ word: ` ${part}`, start: at - 0.3, end: at, confidence: 1 }]
  })
}

/** The texts of the utterances built from segments with these texts and start times. */
function textsOf(...segments: (readonly [start: number, text: string])[]): string[] {
  const builder = new UtteranceBuilder()
  const ended = segments.flatMap(([start, text]) => builder.add(spoken(text, start), english))
  return [...ended, ...builder.end()].map(({ text }) => text)
}

test('a pause in mid-sentence does not end an utterance, one after a sentence does', () => {
  assert.deepEqual(textsOf([0, 'How real 0.6 is artificial intelligence? 0.6 It is 1.5 complex.']), [
    'How real is artificial intelligence?',
    'It is complex.',
  ])
})

test('a pause of two seconds ends an utterance in mid-sentence', () => {
  assert.deepEqual(textsOf([0, 'I would say 2 that it is.']), ['I would say', 'that it is.'])
})

test('a sentence continues in the next segment, even if the recogniser ended it', () => {
  assert.deepEqual(textsOf([0, 'Yeah, Mr. Chase.'], [1.3, 'Is on a blue screen.'], [3.4, 'Next.']), [
    'Yeah, Mr. Chase. Is on a blue screen.',
    'Next.',
  ])
})

test('an abbreviation does not end a sentence', () => {
  assert.deepEqual(textsOf([0, 'I met Mr. 0.7 Smith.']), ['I met Mr. Smith.'])
})

test('without full stops, an utterance ends at pauses that are long for the speaker', () => {
  const phrase = 'so we went on and on 0.3 without any mark at all'
  const quick = textsOf([0, `${phrase} 0.3 ${phrase} 0.3 ${phrase} 1 ${phrase}`])
  assert.equal(quick.length, 2)
  const slow = phrase.replaceAll('0.3', '1')
  assert.equal(textsOf([0, `${slow} 1 ${slow} 1 ${slow}`]).length, 1, 'who always pauses for so long goes on')
})

test('once an utterance has several sentences, a shorter pause ends it', () => {
  const sentence = 'This is a sentence of the usual length that people say.'
  assert.deepEqual(textsOf([0, `Yes. 0.25 ${sentence} ${sentence} ${sentence} 0.25 ${sentence}`]), [
    `Yes. ${sentence} ${sentence} ${sentence}`,
    sentence,
  ])
})

test('speech without pauses is cut after a sentence, or else at its longest pause', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
  const [first, second] = textsOf([0, `${words(50)}. ${words(60)} 0.4 ${words(20)} 0.1 ${words(50)}`])
  assert.equal(first, `${words(50)}.`)
  assert.equal(second, words(60), 'up to the pause of 0.4 s')
})

test('a change of the channel or the language ends an utterance', () => {
  const builder = new UtteranceBuilder()
  assert.deepEqual(builder.add(spoken('one two'), english), [])
  const [english1] = builder.add(spoken('drei', 0.7), { channel: 0, language: 'de' })
  assert.deepEqual([english1?.text, english1?.language], ['one two', 'en'])
  const [german] = builder.add(spoken('four'), { channel: 1, language: 'de' })
  assert.deepEqual([german?.text, german?.channel], ['drei', 0])
  assert.deepEqual(
    builder.end().map(({ text, channel }) => [text, channel]),
    [['four', 1]],
  )
})

suite('words without marks get them from a punctuation model', () => {
  /** Ends a sentence before "Then" and at the end of its input. */
  function punctuate(words: readonly Word[]): Word[] {
    return words.map((one, i) => {
      const next = words[i + 1]?.word
      return next === undefined || next === ' then' ? { ...one, word: `${one.word}.` } : one
    })
  }

  function marked(...segments: (readonly [start: number, text: string])[]): string[] {
    const builder = new UtteranceBuilder()
    const ended = segments.flatMap(([start, text]) => builder.add(spoken(text, start), english, punctuate))
    return [...ended, ...builder.end()].map(({ text }) => text)
  }

  test('and these end utterances', () => {
    assert.deepEqual(marked([0, 'we went home 0.6 then it 0.6 rained']), ['we went home.', 'then it rained.'])
  })

  test('including the last words of a segment, once the next words are known', () => {
    assert.deepEqual(marked([0, 'we went'], [0.7, 'home by car'], [1.7, 'then it rained']), [
      'we went home by car. then it rained.',
    ])
    const longer = 'we went on and on'
    assert.deepEqual(marked([0, longer], [2.2, 'then it rained']), [`${longer}.`, 'then it rained.'])
  })

  test('and the model gets a sentence that spans utterances from its beginning', () => {
    const given: string[] = []
    const builder = new UtteranceBuilder()
    const add = (start: number, text: string, about = english) =>
      builder.add(spoken(text, start), about, (words) => {
        given.push(
          words
            .map(({ word }) => word)
            .join('')
            .trim(),
        )
        return [...words]
      })
    add(0, 'so we')
    add(2.6, 'went')
    add(5, 'home then')
    builder.add(spoken('et', 6), { channel: 0, language: 'fr' }, punctuate)
    add(7, 'it rained')
    assert.deepEqual(given, ['so we', 'so we went', 'so we went home then', 'it rained'])
  })
})

test('no word is lost or moved, and no utterance is longer than 30 s', () => {
  const part = fc.tuple(
    fc.constantFrom('word', 'end.', '句。', 'Yes?'),
    fc.constantFrom(0, 0, 0, 0.1, 0.3, 0.6, 1.9, 2.5),
    fc.boolean(),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 300 }), (parts) => {
      const builder = new UtteranceBuilder()
      let at = 0
      const words: Word[] = []
      const segments: Word[][] = [[]]
      for (const [text, pause, isNewSegment] of parts) {
        if (isNewSegment) segments.push([])
        const word = { word: ` ${text}`, start: at + pause, end: at + pause + 0.5, confidence: 1 }
        at = word.end
        words.push(word)
        segments.at(-1)!.push(word)
      }
      const built = [...segments.flatMap((segment) => builder.add(segment, english)), ...builder.end()]
      assert.deepEqual(
        built.flatMap((one) => one.words.map(({ word }) => word.trim())),
        words.map(({ word }) => word.trim()),
      )
      for (const { start, end } of built) assert.ok(end - start <= 30)
    }),
    { seed: 7, numRuns: 50 },
  )
})
