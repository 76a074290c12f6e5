/** Many short clips in one long file, with pauses of any length: each must be transcribed once, in its place. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { diffArrays } from 'diff'
import { findFfmpeg } from '../../src/audio/ffmpeg.ts'
import { SAMPLE_RATE } from '../../src/audio/recording.ts'
import type { LanguageCode } from '../../src/contract/languages.ts'
import type { Word } from '../../src/contract/transcript.ts'
import { RecogniserProcess } from '../../src/speech/batch/recogniser-process.ts'
import { joined, silence } from '../../src/speech/testing/signals.ts'
import { writeWav } from '../../src/speech/testing/wav-file.ts'
import { wordErrors } from '../../src/text/word-errors.ts'
import { randomFrom } from '../support/random.ts'
import { type Clip, clipsIn } from './clip-list.ts'
import type { Figure } from './figure.ts'
import { samplesOf } from './recordings.ts'
import { transformersText } from './transformers.ts'

/** Seconds between two clips, at least and at most. */
const PAUSES = [0.05, 20] as const

/** Clips one after another, and where each begins and ends, in seconds. */
export interface Row {
  readonly language: LanguageCode
  readonly samples: Float32Array
  readonly places: readonly { readonly clip: Clip; readonly start: number; readonly end: number }[]
}

/** Shuffled clips, up to a number of clips or a duration in seconds. */
export async function rowOf(
  language: LanguageCode,
  { clips = Infinity, seconds = Infinity, seed = 1 }: { clips?: number; seconds?: number; seed?: number },
): Promise<Row> {
  const random = randomFrom(seed)
  const shuffled = clipsIn(language)
    .map((clip) => ({ clip, order: random() }))
    .toSorted((a, b) => a.order - b.order)
  const recordings = new Map<string, Float32Array>()
  const parts: Float32Array[] = []
  const places: { clip: Clip; start: number; end: number }[] = []
  let at = 0
  const add = (samples: Float32Array) => {
    parts.push(samples)
    at += samples.length / SAMPLE_RATE
  }
  for (const { clip } of shuffled.slice(0, clips)) {
    if (at >= seconds) break
    add(silence(PAUSES[0] + (PAUSES[1] - PAUSES[0]) * random() ** 1.5))
    const recording = recordings.get(clip.file) ?? (await samplesOf(clip.file))
    recordings.set(clip.file, recording)
    const start = at
    add(recording.subarray(clip.start, clip.end))
    places.push({ clip, start, end: at })
  }
  return { language, samples: joined(...parts), places }
}

/** The formats in which it is sent: lossless, and as phones and players produce them. */
export const FORMATS = {
  wav: ['-c:a', 'pcm_s16le'],
  mp3: ['-ar', '44100', '-c:a', 'libmp3lame', '-q:a', '5'],
  m4a: ['-ar', '44100', '-c:a', 'aac', '-b:a', '64k'],
  opus: ['-c:a', 'libopus', '-b:a', '24k'],
} as const
export type Format = keyof typeof FORMATS

/** The words of a row that is sent as jobs, in several formats. */
export async function wordsOf(row: Row, formats: readonly Format[]): Promise<Word[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'scriptorium-ears-'))
  const ffmpeg = await findFfmpeg()
  const recogniser = new RecogniserProcess({ ffmpeg, folder, maxSeconds: 10_000 })
  try {
    const raw = join(folder, 'row.wav')
    writeWav(raw, row.samples)
    const words: Word[][] = []
    for (const format of formats) {
      const file = join(folder, `encoded.${format}`)
      await promisify(execFile)(ffmpeg, ['-v', 'error', '-i', raw, ...FORMATS[format], file])
      const options = { languages: [row.language], codeSwitching: false }
      const { utterances } = await recogniser.transcribe(file, options)
      words.push(utterances.flatMap((utterance) => utterance.words))
    }
    return words
  } finally {
    await recogniser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The outcome for the clips of a row. */
export interface Outcome {
  /** Clips with fewer than half of their words in place. */
  readonly lost: readonly string[]
  /** Clips with half of their words repeated. */
  readonly twice: readonly string[]
  /** Words that begin before the previous word, or where there is no clip. */
  readonly misplaced: readonly string[]
  /** Share of words that are wrong, missing or extra. */
  readonly wrong: number
  readonly words: number
  /** Seconds by which words are later in the row than in the clip alone: the medians of the first and of the last tenth of the clips. */
  readonly offsets: readonly [first: number, last: number]
}

export function outcomeOf({ places }: Row, words: readonly Word[]): Outcome {
  const found = places.map((): Word[] => [])
  const misplaced: string[] = []
  let before = 0
  for (const word of words) {
    const middle = (word.start + word.end) / 2
    const distance = ({ start, end }: { start: number; end: number }) =>
      Math.max(start - middle, middle - end)
    const nearest = places.reduce(
      (best, place, i) => (distance(place) < distance(places[best]!) ? i : best),
      0,
    )
    if (word.start < before || distance(places[nearest]!) > MAX_DISTANCE)
      misplaced.push(`${word.word} at ${word.start}`)
    before = word.start
    found[nearest]!.push(word)
  }
  const heard = places.map(({ clip, start }, i) => compare(clip, start, found[i]!))
  const named = (is: (own: Heard) => boolean) =>
    places.flatMap(({ clip, start }, i) =>
      is(heard[i]!) ? [`${clip.text} at ${start.toFixed(2)}: ${textOf(found[i]!)}`] : [],
    )
  const tenth = Math.ceil(places.length / 10)
  return {
    lost: named(({ kept, expected }) => kept < expected / 2),
    twice: named(({ again, expected }) => again >= expected / 2),
    misplaced,
    wrong: heard.reduce((sum, { wrong }) => sum + wrong, 0),
    words: heard.reduce((sum, { expected }) => sum + expected, 0),
    offsets: [median(heard.slice(0, tenth)), median(heard.slice(-tenth))],
  }
}

/** How far from a clip its words may be, in seconds: with less, they are in the pause. */
const MAX_DISTANCE = 0.3

interface Heard {
  readonly expected: number
  readonly kept: number
  /** Share of the expected words that are repeated. */
  readonly again: number
  readonly wrong: number
  readonly offsets: readonly number[]
}

/** The words recognised in a clip that begins at a time, in seconds. */
function compare({ text, starts, language }: Clip, at: number, found: readonly Word[]): Heard {
  const expected = text.split(' ').map(plain)
  const heard = found.map(({ word }) => plain(word))
  const pairs = equalWords(expected, heard)
  const own = new Set(pairs.map(([, k]) => k))
  const rest = heard.filter((_, k) => !own.has(k))
  return {
    expected: expected.length,
    kept: pairs.length,
    again: equalWords(expected, rest).length,
    wrong: wordErrors(text, textOf(found), language).wrong,
    offsets: pairs.map(([i, k]) => found[k]!.start - at - starts[i]! / 1000),
  }
}

/** The indices of the words of the longest common subsequence. */
function equalWords(
  expected: readonly string[],
  heard: readonly string[],
): [expected: number, heard: number][] {
  const pairs: [number, number][] = []
  let [i, k] = [0, 0]
  for (const { added, removed, value } of diffArrays([...expected], [...heard])) {
    if (added) k += value.length
    else if (removed) i += value.length
    else for (const _ of value) pairs.push([i++, k++])
  }
  return pairs
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
}

function textOf(words: readonly Word[]): string {
  return words.map(({ word }) => word.trim()).join(' ')
}

function median(heard: readonly Heard[]): number {
  const offsets = heard.flatMap((own) => own.offsets).toSorted((a, b) => a - b)
  return offsets[Math.floor(offsets.length / 2)] ?? NaN
}

/** The same for a text without times: words are assigned to the clips that they match best. */
function outcomeOfText(
  { places, language }: Row,
  text: string,
): { lost: number; wrong: number; words: number } {
  const expected = places.flatMap(({ clip }, i) =>
    clip.text.split(' ').map((word) => ({ word: plain(word), i })),
  )
  const pairs = equalWords(
    expected.map(({ word }) => word),
    text.split(/\s+/).map(plain),
  )
  const kept = Map.groupBy(pairs, ([n]) => expected[n]!.i)
  const isLost = ({ clip }: { clip: Clip }, i: number) =>
    (kept.get(i)?.length ?? 0) < clip.text.split(' ').length / 2
  const spoken = places.map(({ clip }) => clip.text).join(' ')
  return { lost: places.filter(isLost).length, ...wordErrors(spoken, text, language) }
}

/** Seconds by which the times of words may drift over a row. */
export const MAX_DRIFT = 0.05

export function driftOf({ offsets: [first, last] }: Outcome): number {
  return Math.abs(last - first)
}

export async function clipsFigures(): Promise<Figure[]> {
  return [...(await figuresIn('en', ['wav', 'mp3', 'm4a', 'opus'])), ...(await figuresIn('es', ['mp3']))]
}

async function figuresIn(language: LanguageCode, formats: readonly Format[]): Promise<Figure[]> {
  const row = await rowOf(language, { clips: 204 })
  const minutes = (row.samples.length / SAMPLE_RATE / 60).toFixed(0)
  const about = `${row.places.length} clips in ${minutes} min, ${language}`
  const transcripts = await wordsOf(row, formats)
  const figures = transcripts.flatMap((words, i) => {
    const outcome = outcomeOf(row, words)
    const counts = [outcome.lost, outcome.twice, outcome.misplaced].map(({ length }) => length)
    const drift = driftOf(outcome)
    return [
      {
        what: `${about}, ${formats[i]}: clips lost, clips twice, words elsewhere`,
        ours: counts.join(', '),
        wanted: '0, 0, 0',
        isMet: counts.every((count) => count === 0),
      },
      {
        what: `${about}, ${formats[i]}: times of words at the end later than at the beginning`,
        ours: `${(1000 * drift).toFixed(0)} ms`,
        wanted: `< ${1000 * MAX_DRIFT} ms`,
        isMet: drift < MAX_DRIFT,
      },
    ]
  })
  return [...figures, ...(language === 'en' ? [] : await comparison(row, about, transcripts[0]!))]
}

/** With transformers.js on the same weights. Moonshine, which recognises English, is published without the files it needs. */
async function comparison(row: Row, about: string, words: readonly Word[]): Promise<Figure[]> {
  const ours = outcomeOfText(row, textOf(words))
  const theirs = outcomeOfText(row, await transformersText(row.samples, row.language))
  const percent = ({ wrong, words: all }: { wrong: number; words: number }) =>
    `${((100 * wrong) / all).toFixed(1)} %`
  return [
    {
      what: `${about}: clips lost, by the text alone`,
      ours: String(ours.lost),
      transformers: String(theirs.lost),
      wanted: '0',
      isMet: ours.lost === 0,
    },
    {
      what: `${about}: words wrong`,
      ours: percent(ours),
      transformers: percent(theirs),
      wanted: 'no more',
      isMet: ours.wrong <= theirs.wrong,
    },
  ]
}
