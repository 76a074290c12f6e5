/** A transcript: its words, its utterances, and the whole. */
import { z } from 'zod'
import { confidence, seconds } from './common.ts'
import { subtitlesFormat } from './features.ts'
import { languageCode, translationLanguageCode } from './languages.ts'
import { moduleResult } from './module-result.ts'

export const word = z
  .strictObject({
    word: z.string().describe('The word, with the punctuation and the space that belong to it.'),
    start: seconds.describe('Where the word begins, in seconds from the start of the audio.'),
    end: seconds.describe('Where the word ends, in seconds from the start of the audio.'),
    confidence: confidence.describe('How sure the recogniser is of the word, 0–1.'),
  })
  .meta({ id: 'Word', description: 'One recognised word.' })
export type Word = z.infer<typeof word>

export const utterance = z
  .strictObject({
    start: seconds.describe('Where the utterance begins, in seconds from the start of the audio.'),
    end: seconds.describe('Where the utterance ends, in seconds from the start of the audio.'),
    confidence: confidence.describe('How sure the recogniser is of the utterance, 0–1.'),
    channel: z.int().min(0).describe('The channel it was heard on, counted from 0.'),
    speaker: z.int().min(0).optional().describe('Who said it, counted from 0. Only with diarization.'),
    words: z.array(word).describe('Its words, in order.'),
    text: z.string().describe('Its words as one text.'),
    language: languageCode.describe('The language it is in.'),
  })
  .meta({ id: 'Utterance', description: 'What one speaker says between two pauses.' })
export type Utterance = z.infer<typeof utterance>

export const translatedUtterance = utterance
  .extend({ language: translationLanguageCode.describe('The language it was translated into.') })
  .meta({ id: 'TranslatedUtterance', description: 'An utterance in another language than it was said in.' })

export const subtitle = z
  .strictObject({
    format: subtitlesFormat.describe('The format of the text.'),
    subtitles: z.string().describe('The content of the subtitle file.'),
  })
  .meta({ id: 'Subtitle', description: 'A transcript as one subtitle file.' })

export const sentences = moduleResult('Sentences', 'A transcript cut into sentences.', {
  results: z.array(z.string()).describe('The sentences, in order.'),
})

/** What a transcript and its translations have in common, except their languages. */
export const transcriptFields = {
  full_transcript: z.string().describe('The text of all utterances.'),
  sentences: z.array(sentences).optional().describe('The text in sentences. Only when asked for.'),
  subtitles: z.array(subtitle).optional().describe('One per format asked for. Only when asked for.'),
}

export const transcription = z
  .strictObject({
    ...transcriptFields,
    languages: z.array(languageCode).describe('The languages spoken, the most spoken first.'),
    utterances: z.array(utterance).describe('All utterances, by their start.'),
  })
  .meta({ id: 'Transcription', description: 'What was said in an audio.' })
export type Transcription = z.infer<typeof transcription>
