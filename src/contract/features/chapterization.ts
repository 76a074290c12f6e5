import { z } from 'zod'
import { endTime, startTime } from '../common.ts'
import { word } from '../transcript.ts'
import { feature, liveMessage } from './feature.ts'
import { moduleResult } from './module-result.ts'

const chapterSentence = z
  .strictObject({
    sentence: z.string().describe('Its text.'),
    start: startTime,
    end: endTime,
    words: z.array(word).describe('Its words, in order.'),
  })
  .meta({ id: 'ChapterSentence', description: 'One sentence of a chapter.' })

const chapter = z
  .strictObject({
    headline: z.string().describe('Its topic, as a headline.'),
    summary: z.string().optional().describe('A summary of the chapter.'),
    abstractive_summary: z.string().optional().describe('A summary in new words.'),
    extractive_summary: z.string().optional().describe('A summary made of sentences from the chapter.'),
    gist: z.string().describe('Its topic, in a few words.'),
    keywords: z.array(z.string()).describe('Its most characteristic words.'),
    start: startTime,
    end: endTime,
    sentences: z.array(chapterSentence).describe('Its sentences, in order.'),
    text: z.string().describe('Its text.'),
  })
  .meta({ id: 'Chapter', description: 'A part of a transcript with one topic.' })
export type Chapter = z.infer<typeof chapter>

const chapters = z.array(chapter).describe('The chapters, in order.')
const fields = { results: z.looseObject({ chapters }).describe('The chapters.') }
const module = moduleResult('Chapterization', 'The transcript in chapters.', fields, fields)

export const chapterization = feature({
  name: 'chapterization',
  description: 'Split the transcript into chapters.',
  phase: 'analysis',
  result: module,
  failed: { results: { chapters: [] } },
  live: {
    phase: 'post',
    description: 'Split the transcript into chapters.',
    message: liveMessage(module, {
      description: 'The chapters.',
      data: { results: chapters },
      failure: {},
      messages: ({ results }) => [{ data: { results: results.chapters } }],
    }),
  },
})
