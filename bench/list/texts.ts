/** The JSON of seeded jobs, generated once and shared by many jobs. */
import type { JobKind } from '../../src/contract/common.ts'
import { liveParamsOf, liveRequest } from '../../src/contract/live-request.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import { searchWords } from '../../src/contract/search-words.ts'
import { type Random, random } from './random.ts'

/** A result as stored, and its words in the search index. */
export interface ResultText {
  readonly json: string
  readonly words: readonly string[]
}

/** Results by size: a transcript with word times, a very long one, and a single sentence. */
export type ResultSize = 'usual' | 'long' | 'short'

const SIZES: Record<ResultSize, { bytes: number; variants: number }> = {
  usual: { bytes: 20_000, variants: 64 },
  long: { bytes: 400_000, variants: 4 },
  short: { bytes: 300, variants: 64 },
}

/** Length of a transcript whose result has 300 bytes. */
const MIN_TEXT_LENGTH = 90

/** A word in every transcript, and one in only one of 64 transcripts. */
export const COMMON_WORD = 'hello'
export const RARE_WORD = 'quokka'

const URL_TEMPLATE = 'https://media.example.com/calls/#.mp3'

/** All texts, by kind of job. */
export function jobTexts() {
  const rng = random(7)
  const vocabulary = Array.from({ length: 2_000 }, () => pseudoWord(rng))
  const results = (kind: JobKind) => {
    const some = (size: ResultSize) =>
      Array.from({ length: SIZES[size].variants }, (_, i) => resultText(rng, vocabulary, kind, size, i === 0))
    return { usual: some('usual'), long: some('long'), short: some('short') }
  }
  const pool = { 'pre-recorded': results('pre-recorded'), live: results('live') }
  const [head = '', tail = ''] = JSON.stringify(
    preRecordedParamsOf(preRecordedRequest.parse({ audio_url: URL_TEMPLATE })),
  ).split('#')
  const live = JSON.stringify(liveParamsOf(liveRequest.parse({})))
  return {
    requestParams: (kind: JobKind, id: string): string => (kind === 'live' ? live : head + id + tail),
    result: (kind: JobKind, size: ResultSize, of: Random): ResultText => {
      const variants = pool[kind][size]
      return variants[of.below(variants.length)]!
    },
  }
}

function resultText(
  rng: Random,
  vocabulary: readonly string[],
  kind: JobKind,
  size: ResultSize,
  hasRareWord: boolean,
): ResultText {
  const { bytes } = SIZES[size]
  const utterances: object[] = []
  const texts = [`${COMMON_WORD}${hasRareWord ? ` ${RARE_WORD}` : ''}`]
  let start = 0
  let length = 0
  // An utterance has about 1,000 bytes; a short result has none.
  while (length < bytes - 1_000) {
    const words = Array.from({ length: 12 }, () => {
      const word = ` ${vocabulary[Math.floor(rng.unit() ** 2 * vocabulary.length)]}`
      const end = start + 0.1 + rng.below(40) / 100
      const spoken = { word, start: round(start), end: round(end), confidence: round(0.5 + rng.unit() / 2) }
      start = end
      return spoken
    })
    const text = words.map(({ word }) => word).join('')
    const utterance = { start: words[0]?.start, end: round(start), confidence: 0.9, channel: 0, words, text }
    utterances.push({ ...utterance, language: 'en' })
    texts.push(text.trim())
    length += JSON.stringify(utterance).length + text.length
  }
  while (texts.join(' ').length < MIN_TEXT_LENGTH) texts.push(vocabulary[rng.below(vocabulary.length)]!)
  const full_transcript = texts.join(' ')
  const json = JSON.stringify({
    metadata: {
      audio_duration: round(start + 1),
      number_of_distinct_channels: 1,
      billing_time: round(start + 1),
      transcription_time: 1.25,
      unrecognised_speech: [],
    },
    transcription: { full_transcript, languages: ['en'], utterances },
    ...(kind === 'live' && { messages: [] }),
  })
  return { json, words: searchWords(full_transcript) }
}

const round = (value: number): number => Math.round(value * 100) / 100

function pseudoWord(rng: Random): string {
  const letter = (letters: string) => letters[rng.below(letters.length)]
  return Array.from({ length: 1 + rng.below(3) }, () => `${letter('bdfgklmnprstvz')}${letter('aeiou')}`).join(
    '',
  )
}
