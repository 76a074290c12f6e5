/** A transcript: words, utterances, and the whole. */
import { z } from 'zod'
import { confidence, endTime, startTime } from './common.ts'
import { moduleResult } from './features/module-result.ts'
import { languageCode, translationLanguageCode } from './languages.ts'

export const word = z
  .strictObject({
    word: z.string().describe('The word, with its punctuation and leading space.'),
    start: startTime,
    end: endTime,
    confidence: confidence.describe('The confidence of the recogniser in the word, 0–1.'),
  })
  .meta({ id: 'Word', description: 'One recognised word.' })
export type Word = z.infer<typeof word>

export const utterance = z
  .strictObject({
    start: startTime,
    end: endTime,
    confidence: confidence.describe('The confidence of the recogniser in the utterance, 0–1.'),
    channel: z.int().min(0).describe('The channel, counted from 0.'),
    speaker: z
      .int()
      .min(0)
      .optional()
      .describe('The speaker, counted from 0. Present only with diarization.'),
    words: z.array(word).describe('Its words, in order.'),
    text: z.string().describe('Its text.'),
    language: languageCode.describe('Its language.'),
    kept: z
      .literal(true)
      .optional()
      .describe(
        'Present where corrections had no place in what was recognised again, so that the old text was kept.',
      ),
  })
  .meta({
    id: 'Utterance',
    description:
      'What one speaker says without a long pause, at most 30 s of a file: it ends after a sentence where the recogniser marks one.',
  })
export type Utterance = z.infer<typeof utterance>

export const translatedUtterance = utterance
  .extend({ language: translationLanguageCode.describe('The language it was translated into.') })
  .meta({ id: 'TranslatedUtterance', description: 'An utterance translated into another language.' })

export const subtitlesFormat = z.enum(['srt', 'vtt']).meta({
  id: 'SubtitlesFormat',
  description: 'A subtitle format: SubRip or WebVTT.',
})

const subtitle = z
  .strictObject({
    format: subtitlesFormat.describe('The format of the text.'),
    subtitles: z.string().describe('The content of the subtitle file.'),
  })
  .meta({ id: 'Subtitle', description: 'A subtitle file.' })

export const sentences = moduleResult('Sentences', 'The transcript in sentences.', {
  results: z.array(z.string()).describe('The sentences, in order.'),
})

const paragraph = z
  .strictObject({
    start: startTime,
    end: endTime,
    channel: utterance.shape.channel,
    speaker: utterance.shape.speaker,
    text: z.string().describe('Its text.'),
    utterances: z
      .tuple([z.int().min(0), z.int().min(0)])
      .describe('The indices of its first and of its last utterance.'),
  })
  .meta({
    id: 'Paragraph',
    description:
      'Consecutive utterances of one speaker and channel, up to a long pause or a change of the subject, mostly of at most ' +
      '800 characters.',
  })
export type Paragraph = z.infer<typeof paragraph>

/** The fields that a transcript and its translations have in common. */
export const transcriptFields = {
  full_transcript: z.string().describe('The text of all utterances.'),
  sentences: z
    .array(sentences)
    .optional()
    .describe('The text in sentences. Present only when requested, and not in revisions.'),
  subtitles: z
    .array(subtitle)
    .optional()
    .describe('One per requested format. Present only when requested, and not in revisions.'),
}

export const transcription = z
  .strictObject({
    ...transcriptFields,
    languages: z.array(languageCode).describe('The languages spoken, the most spoken first.'),
    utterances: z.array(utterance).describe('All utterances, ordered by start time.'),
  })
  .meta({ id: 'Transcription', description: 'The transcript of an audio.' })
export type Transcription = z.infer<typeof transcription>

/** Of what may be asked for with paragraphs. */
export const paragraphsField = {
  paragraphs: z
    .array(paragraph)
    .optional()
    .describe('The utterances in paragraphs. Present only with `paragraphs=true`.'),
}

export const readTranscription = transcription
  .extend(paragraphsField)
  .meta({ id: 'ReadTranscription', description: 'The transcript of a job, by itself.' })
