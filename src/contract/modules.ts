/** The results of the enrichments of a transcript, one shape per enrichment. */
import { z } from 'zod'
import { seconds } from './common.ts'
import { translationLanguageCode } from './languages.ts'
import { moduleError, moduleResult } from './module-result.ts'
import { transcriptFields, translatedUtterance, utterance, word } from './transcript.ts'

const begins = seconds.describe('Where it begins, in seconds from the start of the audio.')
const ends = seconds.describe('Where it ends, in seconds from the start of the audio.')

export const translationResult = z
  .strictObject({
    error: moduleError.nullable().describe('Why this language failed; null when it worked.'),
    ...transcriptFields,
    languages: z.array(translationLanguageCode).describe('The language translated into.'),
    utterances: z.array(translatedUtterance).describe('The utterances in that language.'),
  })
  .meta({ id: 'TranslationResult', description: 'The transcript in one other language.' })
export type TranslationResult = z.infer<typeof translationResult>

export const translation = moduleResult('Translation', 'The transcript in other languages.', {
  results: z.array(translationResult).describe('One per target language.'),
})
export type Translation = z.infer<typeof translation>

export const summarization = moduleResult('Summarization', 'What was said, in short.', {
  results: z.string().describe('The summary.'),
})
export type Summarization = z.infer<typeof summarization>

export const moderation = moduleResult('Moderation', 'What in the transcript may offend.', {
  results: z.string().describe('The transcript with its profanity masked: `f***`.'),
})
export type Moderation = z.infer<typeof moderation>

export const namedEntity = z
  .strictObject({
    entity_type: z.string().describe('What it is the name of, such as `LOCATION`.'),
    text: z.string().describe('The name as it was said.'),
    start: begins,
    end: ends,
  })
  .meta({ id: 'NamedEntity', description: 'One name found in a transcript.' })
export type NamedEntity = z.infer<typeof namedEntity>

export const namedEntityRecognition = moduleResult(
  'NamedEntityRecognition',
  'The names of people, places and other things in the transcript.',
  {
    entity: z.string().describe('The same list as `results`, as JSON text.'),
    results: z.array(namedEntity).describe('The names, in order.'),
  },
)
export type NamedEntityRecognition = z.infer<typeof namedEntityRecognition>

export const nameConsistency = moduleResult('NameConsistency', 'Names spelled the same way throughout.', {
  results: z.string().describe('The findings, as JSON text.'),
})
export type NameConsistency = z.infer<typeof nameConsistency>

export const speakerReidentification = moduleResult('SpeakerReidentification', 'Who the speakers are.', {
  results: z.string().describe('The findings, as JSON text.'),
})
export type SpeakerReidentification = z.infer<typeof speakerReidentification>

export const structuredDataExtraction = moduleResult(
  'StructuredDataExtraction',
  'What the transcript says about each class asked for.',
  { results: z.string().describe('The values found, as JSON text.') },
)
export type StructuredDataExtraction = z.infer<typeof structuredDataExtraction>

export const sentiment = z
  .strictObject({
    sentiment: z.string().describe('The direction of the feeling, such as `positive`.'),
    emotion: z.string().describe('The feeling, such as `joy`.'),
    text: z.string().describe('The words that show it.'),
    start: begins,
    end: ends,
    channel: z.int().min(0).describe('The channel, counted from 0.'),
  })
  .meta({ id: 'Sentiment', description: 'How some words feel.' })

export type Sentiment = z.infer<typeof sentiment>

export const sentimentAnalysis = moduleResult('SentimentAnalysis', 'How each sentence feels.', {
  results: z.string().describe('The findings, as JSON text.'),
})
export type SentimentAnalysis = z.infer<typeof sentimentAnalysis>

export const promptAnswer = moduleResult('PromptAnswer', 'What a language model answered to one prompt.', {
  results: z
    .strictObject({
      prompt: z.string().describe('The prompt as it was given.'),
      response: z.string().describe('The answer of the model.'),
    })
    .describe('The prompt and its answer.'),
})
export type PromptAnswer = z.infer<typeof promptAnswer>

export const audioToLlm = moduleResult('AudioToLlm', 'What a language model answered to each prompt.', {
  results: z.array(promptAnswer).describe('One per prompt, in their order.'),
})
export type AudioToLlm = z.infer<typeof audioToLlm>

export const displayMode = moduleResult('DisplayMode', 'The transcript in lines to be shown.', {
  results: z.array(z.string()).describe('The lines, in order.'),
})
export type DisplayMode = z.infer<typeof displayMode>

const chapterSentence = z
  .strictObject({
    sentence: z.string().describe('Its text.'),
    start: begins,
    end: ends,
    words: z.array(word).describe('Its words, in order.'),
  })
  .meta({ id: 'ChapterSentence', description: 'One sentence of a chapter.' })

export const chapter = z
  .strictObject({
    headline: z.string().describe('What it is about, as a headline.'),
    summary: z.string().optional().describe('What is said in it, in short.'),
    abstractive_summary: z.string().optional().describe('The summary in new words.'),
    extractive_summary: z.string().optional().describe('The summary in sentences of the chapter.'),
    gist: z.string().describe('What it is about, in a few words.'),
    keywords: z.array(z.string()).describe('Its most telling words.'),
    start: begins,
    end: ends,
    sentences: z.array(chapterSentence).describe('Its sentences, in order.'),
    text: z.string().describe('Its text.'),
  })
  .meta({ id: 'Chapter', description: 'A part of a transcript that is about one thing.' })

export type Chapter = z.infer<typeof chapter>

export const chapterization = moduleResult('Chapterization', 'The transcript in chapters.', {
  results: z
    .looseObject({ chapters: z.array(chapter).describe('The chapters, in order.') })
    .describe('The chapters.'),
})
export type Chapterization = z.infer<typeof chapterization>

export const diarization = moduleResult('Diarization', 'Who spoke when.', {
  results: z.array(utterance).describe('The utterances, each with its speaker.'),
})
export type Diarization = z.infer<typeof diarization>
