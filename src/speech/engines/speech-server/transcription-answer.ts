/** What a server answers to `POST /audio/transcriptions`, in any of the formats that this service requests. */
import { z } from 'zod'
import { languageCode, languageName, type LanguageCode } from '../../../contract/languages.ts'

/** More is not said in a segment: the model loops. */
const MAX_CHARACTERS = 4000

const timedWord = z.object({
  /** A word, or a part of one. */
  word: z.string(),
  /** Seconds. */
  start: z.number(),
  end: z.number(),
  probability: z.number().min(0).max(1).nullish().catch(null),
})
export type TimedWord = z.infer<typeof timedWord>

// Without usable times, a text is aligned by this service: what is wrong with them does not matter.
const timedWords = z.array(timedWord).nullish().catch(null)

/** speaches and OpenAI send the words beside the segments, whisper.cpp sends them in the segments. */
const verboseAnswer = z.object({
  text: z.string().max(MAX_CHARACTERS),
  language: z.string().nullish().catch(null),
  words: timedWords,
  segments: z
    .array(z.object({ avg_logprob: z.number().max(0).nullish().catch(null), words: timedWords }))
    .nullish()
    .catch(null),
})

export interface TranscriptionAnswer {
  /** Without spaces and line breaks around it, and with single ones in it. */
  readonly text: string
  /** The language that the server says it is; undefined where it does not, or in a way that is not known. */
  readonly language: LanguageCode | undefined
  /** In the order of the answer, unchecked; empty where it has none. */
  readonly words: readonly TimedWord[]
  /** The probability that the model gave its text, as the mean over its tokens; undefined where the server sends none. */
  readonly confidence: number | undefined
}

export const transcriptionAnswer = verboseAnswer.transform(
  ({ text, language, words, segments }): TranscriptionAnswer => ({
    text: text.replaceAll(/\s+/gu, ' ').trim(),
    language: codeOf(language ?? ''),
    words: words ?? segments?.flatMap((segment) => segment.words ?? []) ?? [],
    confidence: confidenceOf(segments?.flatMap((segment) => segment.avg_logprob ?? []) ?? []),
  }),
)

function confidenceOf(logarithms: readonly number[]): number | undefined {
  if (logarithms.length === 0) return undefined
  return Math.exp(logarithms.reduce((sum, logarithm) => sum + logarithm, 0) / logarithms.length)
}

/** The language of a code (`en`, `en-US`) or of an English name (`english`), as servers write them. */
function codeOf(name: string): LanguageCode | undefined {
  const spelled = name.toLowerCase().split(/[-_]/, 1).join()
  return languageCode.options.find((code) => code === spelled || languageName(code).toLowerCase() === spelled)
}
