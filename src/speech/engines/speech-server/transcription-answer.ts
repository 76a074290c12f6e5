/** The response to `POST /audio/transcriptions`, in any of the formats that this service requests. */
import { z } from 'zod'
import { languageCode, languageName, type LanguageCode } from '../../../contract/languages.ts'

/** The longest text of a segment; in a longer one, the model looped. */
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

// The reason why times are unusable does not matter: the text is then aligned by this service.
const timedWords = z.array(timedWord).nullish().catch(null)

/** speaches and OpenAI put the words beside the segments, whisper.cpp inside them. */
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
  /** Trimmed, with single spaces in place of line breaks and runs of spaces. */
  readonly text: string
  /** The language that the server reports; undefined if it reports none, or one in an unknown form. */
  readonly language: LanguageCode | undefined
  /** In the order of the response, unchecked; empty if it has none. */
  readonly words: readonly TimedWord[]
  /** The model's probability of its text, as the mean over the tokens; undefined if the server does not return it. */
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

/** The language for a code (`en`, `en-US`) or an English name (`english`), the two forms that servers return. */
function codeOf(name: string): LanguageCode | undefined {
  const spelled = name.toLowerCase().split(/[-_]/, 1).join()
  return languageCode.options.find((code) => code === spelled || languageName(code).toLowerCase() === spelled)
}
