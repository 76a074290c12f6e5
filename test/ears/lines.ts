/**
 * Where utterances of recordings end, compared with their sentences. The sentences in `lines.json` were divided by their meaning, not
 * by pauses; the thresholds were chosen on the `tuned` recordings, never on the `unseen` ones.
 */
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { decode } from '../../src/audio/decode.ts'
import { findFfmpeg } from '../../src/audio/ffmpeg.ts'
import type { Recording } from '../../src/audio/recording.ts'
import type { LanguageCode } from '../../src/contract/languages.ts'
import type { Utterance } from '../../src/contract/transcript.ts'
import { Recogniser } from '../../src/speech/batch/recogniser.ts'
import { openClip } from '../../src/speech/testing/language-clips.ts'
import { recordingOf } from '../../src/speech/testing/memory-recording.ts'
import { packageFile } from '../../src/speech/testing/speech.ts'
import type { Figure } from './figure.ts'
import spoken from './lines.json' with { type: 'json' }

/** A recording and its sentences. */
interface Spoken {
  readonly file: string
  readonly language: string
  readonly sentences: readonly string[]
}

/** Which recordings: those used to choose the thresholds, the others, or a minute and a half of both read and spoken material. */
export type Material = keyof typeof spoken | 'short'

const SHORT = [
  'en-US_Broadband_sample1.wav',
  'sample-16k.wav',
  'de-DE_NarrowbandModel_sample1.wav',
  'new_single2-mono.wav',
]

/** Findings about the utterances of some recordings. The end of a recording does not count as an end. */
export interface LineEnds {
  /** How many utterances end, and how many of them in mid-sentence. */
  readonly ends: number
  readonly inSentence: number
  /** How many sentences are followed by a pause that separates utterances, and how many of them end one. */
  readonly paused: number
  readonly found: number
  /** Seconds of each utterance, ascending. */
  readonly seconds: readonly number[]
}

/** Seconds of silence after a sentence that end an utterance. */
const PAUSE = 0.5

const measured = new Map<Material, Promise<LineEnds>>()

/** Recognises recordings, and compares where their utterances end; cached for all callers. */
export async function lineEnds(material: Material): Promise<LineEnds> {
  const known = measured.get(material) ?? compared(recordingsOf(material))
  measured.set(material, known)
  return known
}

export async function linesFigures(): Promise<Figure[]> {
  const { ends, inSentence, paused, found, seconds } = await lineEnds('unseen')
  const longest = seconds.at(-1) ?? 0
  return [
    {
      what: 'utterances that end in mid-sentence',
      ours: `${inSentence} of ${ends}`,
      wanted: 'at most 10 %',
      isMet: inSentence <= 0.1 * ends,
    },
    {
      what: 'sentences before a pause of 0.5 s that end an utterance',
      ours: `${found} of ${paused}`,
      wanted: 'at least 85 %',
      isMet: found >= 0.85 * paused,
    },
    {
      what: 'longest utterance',
      ours: `${longest.toFixed(1)} s`,
      wanted: 'at most 30 s',
      isMet: longest <= 30,
    },
  ]
}

function recordingsOf(material: Material): readonly Spoken[] {
  return material === 'short' ? spoken.tuned.filter(({ file }) => SHORT.includes(file)) : spoken[material]
}

async function compared(recordings: readonly Spoken[]): Promise<LineEnds> {
  const recogniser = new Recogniser()
  const all: LineEnds[] = []
  for (const one of recordings) {
    const recording = await opened(one.file)
    const options = { languages: [one.language as LanguageCode], codeSwitching: false }
    const { utterances } = await recogniser.recognise(recording, options)
    all.push(endsOf(utterances, one))
    await recording.close()
  }
  await recogniser.close()
  const sum = (part: (one: LineEnds) => number) => all.reduce((total, one) => total + part(one), 0)
  return {
    ends: sum(({ ends }) => ends),
    inSentence: sum(({ inSentence }) => inSentence),
    paused: sum(({ paused }) => paused),
    found: sum(({ found }) => found),
    seconds: all.flatMap(({ seconds }) => seconds).toSorted((a, b) => a - b),
  }
}

async function opened(file: string): Promise<Recording> {
  const asset = (name: string) => packageFile('@qvac/asr-ggml', `test/mobile/testAssets/${name}`)
  if (file === 'sample-16k.wav')
    return decode(asset(file), { ffmpeg: await findFfmpeg(), maxSeconds: 100, folder: tmpdir() })
  if (!file.endsWith('_en.raw')) return openClip(file)
  return recordingOf(new Float32Array(new Uint8Array(readFileSync(asset(file))).buffer))
}

function endsOf(utterances: readonly Utterance[], { sentences, language }: Spoken): LineEnds {
  const words = utterances.flatMap((one) => one.words)
  const sentenceEnds = lastWords(
    words.map(({ word }) => word),
    sentences,
    language,
  )
  let at = -1
  const ends = new Set(utterances.map((one) => (at += one.words.length)).slice(0, -1))
  const paused = [...sentenceEnds].filter((end) => (words[end + 1]?.start ?? 0) - words[end]!.end >= PAUSE)
  return {
    ends: ends.size,
    inSentence: [...ends].filter((end) => !sentenceEnds.has(end)).length,
    paused: paused.length,
    found: paused.filter((end) => ends.has(end)).length,
    seconds: utterances.map(({ start, end }) => end - start),
  }
}

/** The indices of the recognised words that end a sentence, by the alignment with the fewest errors. */
function lastWords(words: readonly string[], sentences: readonly string[], language: string): Set<number> {
  const recognised = words.flatMap((word, index) => unitsOf(word, language).map((unit) => ({ unit, index })))
  const expected = sentences.flatMap((sentence) =>
    unitsOf(sentence, language).map((unit, i, { length }) => ({ unit, isLast: i === length - 1 })),
  )
  const costs = [recognised.map((_, j) => j), ...expected.map((_, i) => [i + 1])]
  costs[0]!.push(recognised.length)
  /** Slightly more than a missing or an extra word, so that ties are resolved the same way. */
  const differs = (i: number, j: number) => (expected[i]!.unit === recognised[j]!.unit ? 0 : 1.01)
  for (const i of expected.keys())
    for (const j of recognised.keys())
      costs[i + 1]!.push(
        Math.min(costs[i]![j]! + differs(i, j), costs[i]![j + 1]! + 1, costs[i + 1]![j]! + 1),
      )
  const ends = new Set<number>()
  let [i, j] = [expected.length, recognised.length]
  while (i > 0 && j > 0) {
    const cost = costs[i]![j]!
    if (cost === costs[i]![j - 1]! + 1) j -= 1
    else {
      if (expected[i - 1]!.isLast) ends.add(recognised[j - 1]!.index)
      if (cost === costs[i - 1]![j - 1]! + differs(i - 1, j - 1)) j -= 1
      i -= 1
    }
  }
  return ends
}

/** Words, or characters in languages without spaces. */
function unitsOf(text: string, language: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .replaceAll('’', "'")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}']+/gu) ?? []
  return language === 'ja' || language === 'zh' ? Array.from(words.join('')) : words
}
