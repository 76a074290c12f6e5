/** Transcripts, with their words and utterances. */
import { z } from 'zod'
import { confidence, endTime, startTime } from './common.ts'
import { moduleResult } from './features/module-result.ts'
import { languageCode, translationLanguageCode } from './languages.ts'

export const word = z
  .strictObject({
    word: z.string().describe('The word, with its punctuation and leading space.'),
    start: startTime,
    end: endTime,
    confidence: confidence.describe("The recogniser's confidence in the word, 0–1."),
  })
  .meta({ id: 'Word', description: 'One recognised word.' })
export type Word = z.infer<typeof word>

export const utterance = z
  .strictObject({
    start: startTime,
    end: endTime,
    confidence: confidence.describe("The recogniser's confidence in the utterance, 0–1."),
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
        'Present if the audio was transcribed again and the corrections could not be carried over, so that the old text was kept.',
      ),
  })
  .meta({
    id: 'Utterance',
    description:
      'What one speaker says without a long pause; in files, at most 30 s. It ends at the end of a sentence where the recogniser marks one.',
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
      .describe('The indices of its first and last utterances.'),
  })
  .meta({
    id: 'Paragraph',
    description:
      'Consecutive utterances of one speaker and channel, up to a long pause or a change of topic; usually at most 800 ' +
      'characters.',
  })
export type Paragraph = z.infer<typeof paragraph>

/** The fields that a transcript and its translations have in common. */
export const transcriptFields = {
  full_transcript: z.string().describe('The text of all utterances.'),
  sentences: z
    .array(sentences)
    .optional()
    .describe('The text in sentences. Present only if requested, and never in revisions.'),
  subtitles: z
    .array(subtitle)
    .optional()
    .describe('One per requested format. Present only if requested, and never in revisions.'),
}

export const transcription = z
  .strictObject({
    ...transcriptFields,
    languages: z.array(languageCode).describe('The languages spoken, most spoken first.'),
    utterances: z.array(utterance).describe('All utterances, ordered by start time.'),
  })
  .meta({ id: 'Transcription', description: 'The transcript of a recording.' })
export type Transcription = z.infer<typeof transcription>

/** A field of transcripts that can be requested with paragraphs. */
export const paragraphsField = {
  paragraphs: z
    .array(paragraph)
    .optional()
    .describe('The utterances, grouped into paragraphs. Present only with `paragraphs=true`.'),
}

export const readTranscription = transcription
  .extend(paragraphsField)
  .meta({ id: 'ReadTranscription', description: 'The transcript of a job.' })
