/**
 * Talks with one subject per section, written for these tests before any of them was segmented. Topic segmentation was
 * tuned on TUNING, ONE_THING, GERMAN and JAPANESE; HELD_OUT, FRENCH and THAI were only measured.
 */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Transcription, Utterance } from '../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'
import { splitWords } from '../../text/split-words.ts'
import talks from './talks.json' with { type: 'json' }

export const { TUNING, HELD_OUT, GERMAN, JAPANESE, FRENCH } = talks

/** In a script that the embedding model cannot read. */
export const { THAI } = talks

/** Sentences on one subject, as many as in two sections of the others. */
export const { ONE_THING } = talks

/** Index of the first item of each section of a talk except the first. */
export function bordersOf(talk: readonly (readonly unknown[])[]): number[] {
  let sentences = 0
  return talk.slice(0, -1).map((section) => (sentences += section.length))
}

/** The transcript of a talk: one utterance per sentence, 0.3 s per word. */
export function transcriptionOf(
  sentences: readonly string[],
  language: LanguageCode = 'en',
  more: Partial<Utterance> = {},
): Transcription {
  let time = 0
  const utterances = sentences.map((text): Utterance => {
    const space = isWrittenWithoutSpaces(language) ? '' : ' '
    const words = splitWords(`${space}${text}`, language).map((word) => {
      const start = time
      time = Math.round((time + 0.3) * 10) / 10
      return { word, start, end: time, confidence: 0.9 }
    })
    const [first] = words
    time += 0.5
    return {
      text,
      start: first?.start ?? time,
      end: words.at(-1)?.end ?? time,
      confidence: 0.9,
      channel: 0,
      language,
      words,
      ...more,
    }
  })
  return { full_transcript: sentences.join(' '), languages: [language], utterances }
}
