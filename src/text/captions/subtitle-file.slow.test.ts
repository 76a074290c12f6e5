import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import SrtParser from 'srt-parser-2'
import webvtt from 'webvtt-parser'
import type { Utterance } from '../../contract/transcript.ts'
import type { Cue } from './screen-times.ts'
import { type SubtitleOptions, subtitleSettings } from './subtitle-settings.ts'
import { subtitleFile } from './subtitle-file.ts'

const RUNS = { numRuns: Number(process.env['TEST_SUBTITLE_FILES'] ?? 1000), seed: 20250601 }

/** An utterance in which a word begins every half second and lasts 0.4 s, unless `wordTime` says otherwise. */
function said(text: string, start: number, more: Partial<Utterance> & { wordTime?: number } = {}): Utterance {
  const { wordTime = 0.5, ...fields } = more
  const words = text.split(' ').map((word, index) => ({
    word: index === 0 ? word : ` ${word}`,
    start: start + index * wordTime,
    end: start + index * wordTime + wordTime * 0.8,
    confidence: 0.9,
  }))
  const end = words.at(-1)?.end ?? start
  return { text, start, end, confidence: 0.9, channel: 0, language: 'en', words, ...fields }
}

/** The cues of a file, as read by a third-party parser. */
function parsed(file: string, format: 'srt' | 'vtt'): Cue[] {
  if (format === 'srt') {
    return new SrtParser().fromSrt(file).map(({ startSeconds, endSeconds, text }) => ({
      start: Math.round(startSeconds * 1000),
      end: Math.round(endSeconds * 1000),
      rows: text.split('\n'),
    }))
  }
  const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
  const { cues, errors } = new webvtt.WebVTTParser(entities).parse(file)
  assert.deepEqual(errors, [])
  return cues.map(({ startTime, endTime, tree }) => ({
    start: Math.round(startTime * 1000),
    end: Math.round(endTime * 1000),
    rows: tree.children
      .map(({ value }) => value)
      .join('')
      .split('\n'),
  }))
}

const segmenter = new Intl.Segmenter()
const graphemes = (text: string) => [...segmenter.segment(text)].length
const sortedCharacters = (text: string) => text.replaceAll(/\s/g, '').split('').toSorted()
const letters = (all: string) =>
  fc.string({ unit: fc.constantFrom(...all.split('')), minLength: 1, maxLength: 14 })

const anyWord = fc.oneof(
  { weight: 6, arbitrary: letters('abcdeéß') },
  { weight: 2, arbitrary: letters('abc').map((word) => `${word}.`) },
  { weight: 1, arbitrary: letters('abc').map((word) => `${word},`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Mr.', '3.5', '12', '-->', '<i>', 'A&B;', '「はい。」', '👩‍👩‍👧', 'กำลัง', '{x}'),
  },
  { weight: 1, arbitrary: letters('今日天気散歩行。') },
  { weight: 1, arbitrary: letters('x').map((word) => word.repeat(20)) },
)

const anyUtterance: fc.Arbitrary<Utterance> = fc
  .record({
    words: fc.array(fc.tuple(anyWord, fc.constantFrom(0, 0.001, 0.2, 0.4, 3)), {
      minLength: 1,
      maxLength: 25,
    }),
    start: fc.double({ min: 0, max: 30, noNaN: true }),
    channel: fc.constantFrom(0, 0, 0, 1, 2),
    speaker: fc.constantFrom(0, 1),
    language: fc.constantFrom('en' as const, 'en' as const, 'de' as const, 'ja' as const),
  })
  .map(({ words, start, channel, speaker, language }) => {
    let time = start
    const timed = words.map(([word, length]) => {
      const begun = time
      time += length
      return { word: ` ${word}`, start: begun, end: time, confidence: 1 }
    })
    const text = words.map(([word]) => word).join(' ')
    return { text, start, end: time, confidence: 1, channel, speaker, language, words: timed }
  })

const anyOptions: fc.Arbitrary<SubtitleOptions> = fc
  .record(
    {
      minimum_duration: fc.constantFrom(0, 0.5, 1, 3.3, 40),
      maximum_duration: fc.constantFrom(1, 1.5, 6.001, 30),
      maximum_characters_per_row: fc.constantFrom(1, 2, 7, 20, 42, 1000),
      maximum_rows_per_caption: fc.integer({ min: 1, max: 5 }),
      style: fc.constantFrom('default' as const, 'compliance' as const),
    },
    { requiredKeys: ['style'] },
  )
  .filter(({ minimum_duration: min = 0, maximum_duration: max = Infinity }) => min <= max)

test('no transcript or option results in a file that breaks a rule, loses a word or cannot be parsed', () => {
  const anyCase = fc.record({
    utterances: fc.array(anyUtterance, { maxLength: 6 }),
    options: anyOptions,
    silenceAfter: fc.constantFrom(0, 0.5, 20),
    format: fc.constantFrom('srt' as const, 'vtt' as const),
  })
  fc.assert(
    fc.property(anyCase, ({ utterances, options, silenceAfter, format }) => {
      const duration = Math.max(0, ...utterances.map(({ end }) => end)) + silenceAfter
      const cuesOf = (some: Utterance[]) => parsed(subtitleFile(some, options, format, duration), format)
      const cues = cuesOf(utterances)
      checkRows(cues, options)
      const channels = [...Map.groupBy(utterances, ({ channel }) => channel).values()].map(cuesOf)
      for (const own of channels) checkTimes(own, options, duration)
      assert.deepEqual(inOrder(cues), inOrder(channels.flat()))
      const shown = cues.flatMap(({ rows }) => rows).join('')
      assert.deepEqual(sortedCharacters(shown), sortedCharacters(utterances.map(({ text }) => text).join('')))
    }),
    RUNS,
  )
})

function inOrder(cues: readonly Cue[]): string[] {
  return cues
    .map(({ start, end, rows }) => `${String(start).padStart(9, '0')} ${end} ${rows.join('|')}`)
    .toSorted()
}

function checkRows(cues: readonly Cue[], options: SubtitleOptions): void {
  const { rowsPerCue, charactersPerRow } = subtitleSettings(options)
  for (const { rows } of cues) {
    assert.ok(rows.length <= rowsPerCue, `${rows.length} rows`)
    for (const row of rows) {
      assert.ok(row !== '' && row === row.trim(), `blank or not trimmed: "${row}"`)
      // Graphemes are never broken.
      assert.ok(row.length <= charactersPerRow || graphemes(row) === 1, `too long: "${row}"`)
    }
  }
}

/** Checks the cues of one channel. `minimum_duration` is kept unless the next cue begins earlier. */
function checkTimes(cues: readonly Cue[], options: SubtitleOptions, duration: number): void {
  const settings = subtitleSettings(options)
  const lastMoment = Math.max(Math.floor(duration * 1000), cues.length)
  const isCrowded = lastMoment < cues.length * (1 + settings.gap)
  const gap = isCrowded ? 0 : settings.gap
  for (const [index, { start, end }] of cues.entries()) {
    const next = cues[index + 1]?.start
    const latest = next === undefined ? Math.max(lastMoment, start + settings.minimumDuration) : lastMoment
    assert.ok(
      start >= 0 && start < lastMoment && end > start && end <= latest,
      `${start} --> ${end} of ${lastMoment}`,
    )
    assert.ok(next === undefined || next >= end + gap, `${end}, then ${next}`)
    assert.ok(end - start <= settings.maximumDuration, `shown for ${end - start} ms`)
    assert.ok(
      end - start >= settings.minimumDuration || (next !== undefined && end >= next - settings.gap),
      `shown for ${end - start} ms`,
    )
  }
}

test('words keep their order and their spaces', () => {
  const anySpeech = fc.array(letters('abcdefg.,'), { minLength: 1, maxLength: 80 })
  fc.assert(
    fc.property(anySpeech, anyOptions, (words, options) => {
      const rowLength = { ...options, maximum_characters_per_row: 14 }
      const cues = parsed(subtitleFile([said(words.join(' '), 1)], rowLength, 'srt', 60), 'srt')
      assert.deepEqual(
        cues.flatMap(({ rows }) => rows).flatMap((row) => row.split(' ')),
        words,
      )
    }),
    { ...RUNS, numRuns: 500 },
  )
})

const ASK =
  'And so, my fellow Americans, ask not what your country can do for you; ask what you can do for your country.'

test('srt: numbered cues, a comma before the milliseconds, rows broken at natural pauses', () => {
  const file = subtitleFile([said(ASK, 0.3, { wordTime: 0.3 })], { style: 'default' }, 'srt', 11)
  assert.equal(
    file,
    `1
00:00:00,300 --> 00:00:04,440
And so, my fellow Americans,
ask not what your country can do for you;

2
00:00:04,500 --> 00:00:06,840
ask what you can do for your country.
`,
  )
})

test('vtt: a header, a full stop before the milliseconds, markup escaped', () => {
  const file = subtitleFile([said('R&D is <b> --> done.', 3725)], { style: 'default' }, 'vtt', 4000)
  assert.equal(
    file,
    `WEBVTT

01:02:05.000 --> 01:02:07.400
R&amp;D is &lt;b&gt; --&gt; done.
`,
  )
})

test('a transcript without words results in an empty but valid file', () => {
  assert.equal(subtitleFile([], { style: 'default' }, 'srt', 10), '')
  assert.deepEqual(parsed(subtitleFile([], { style: 'default' }, 'vtt', 10), 'vtt'), [])
})

const times = (utterances: Utterance[], options: SubtitleOptions, duration: number) =>
  parsed(subtitleFile(utterances, options, 'srt', duration), 'srt').map(({ start, end, rows }) => [
    start,
    end,
    rows.join(' / '),
  ])

test('minimum_duration is kept unless the next cue of the same channel begins earlier', () => {
  const speech = [said('Yes.', 1), said('No.', 3.2), said('Maybe.', 9.8)]
  assert.deepEqual(times(speech, { style: 'default', minimum_duration: 3 }, 11), [
    [1000, 3200, 'Yes.'],
    [3200, 6200, 'No.'],
    [9800, 12800, 'Maybe.'],
  ])
})

test('minimum_duration is kept while another channel speaks', () => {
  const speech = [said('Yes.', 1), said('No.', 1.2, { channel: 1 })]
  assert.deepEqual(times(speech, { style: 'default', minimum_duration: 3 }, 11), [
    [1000, 4000, 'Yes.'],
    [1200, 4200, 'No.'],
  ])
})

test('speech that follows immediately joins a cue that would be too short', () => {
  const speech = [said('Yes.', 1, { wordTime: 0.4 }), said('I think so too, and so does she.', 1.5)]
  assert.deepEqual(times(speech, { style: 'compliance' }, 20), [
    [1000, 5400, 'Yes. I think so too, and so does she.'],
  ])
})

test('maximum_duration splits slow speech, and removes an endless word from the screen', () => {
  assert.deepEqual(
    times([said('one two three', 0, { wordTime: 0.9 })], { style: 'default', maximum_duration: 1 }, 20),
    [
      [0, 720, 'one'],
      [900, 1620, 'two'],
      [1800, 2520, 'three'],
    ],
  )
  assert.deepEqual(times([said('Hmm', 0, { wordTime: 10 })], { style: 'default', maximum_duration: 2 }, 20), [
    [0, 2000, 'Hmm'],
  ])
})

test('an option takes precedence over the style', () => {
  const [cue] = times([said('Yes.', 1)], { style: 'compliance', minimum_duration: 6 }, 20)
  assert.deepEqual(cue, [1000, 7000, 'Yes.'])
})

test('simultaneous speech is shown simultaneously on two channels, else consecutively', () => {
  const order = said('I would like to order a pizza.', 0)
  const answer = (channel: number) => said('Certainly, which one?', 0.1, { channel, speaker: 1 })
  assert.deepEqual(times([order, answer(1)], { style: 'default' }, 20), [
    [0, 3400, 'I would like to order a pizza.'],
    [100, 1500, 'Certainly, which one?'],
  ])
  assert.deepEqual(times([order, answer(0)], { style: 'default' }, 20), [
    [0, 1000, 'I would like to order a pizza.'],
    [1000, 1700, 'Certainly, which one?'],
  ])
})

test('a word longer than a row is broken', () => {
  const rows = times(
    [said('Donaudampfschifffahrt ahoi', 0)],
    { style: 'default', maximum_characters_per_row: 10 },
    9,
  )
  assert.deepEqual(
    rows.map(([, , text]) => text),
    ['Donaudampf', 'schifffahr / t ahoi'],
  )
})

test('a language without spaces is broken between its words', () => {
  const speech = said('今日は天気がいいです。散歩に行きましょう。', 0, { language: 'ja', wordTime: 5 })
  const rows = times([speech], { style: 'default', maximum_characters_per_row: 8 }, 9).map(
    ([, , text]) => text,
  )
  assert.deepEqual(rows, ['今日は天気 / がいいです。', '散歩に行き / ましょう。'])
})
