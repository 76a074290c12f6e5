/** The chapters of a transcript. */
import pLimit from 'p-limit'
import { z } from 'zod'
import { inParts } from '../../language-model/in-parts.ts'
import type { LanguageModel } from '../../language-model/language-model.ts'
import type { Sentence } from '../../text/timed-sentences.ts'
import { abstractiveSummary } from '../../text/topics/abstractive-summary.ts'
import { centralSentences, saysSomething } from '../../text/topics/central-sentences.ts'
import type { Chapter, Description } from './chapter.ts'
import { joined } from '../../text/topics/extractive-summary.ts'
import { headlineOf } from './headline.ts'
import { keywordsOf } from './keywords.ts'
import { spokenLines } from '../../language-model/spoken-lines.ts'
import { type Topic, topicsOf } from '../../text/topics/topics.ts'

/** Most sentences of a chapter's summary. */
const LONGEST_SUMMARY = 3

/** Keywords of a gist. */
const GIST_WORDS = 3

/** Chapters that a language model is asked about at a time. */
const AT_A_TIME = 2

/**
 * The chapters of a transcript: every sentence in one, one after another.
 * @param sentences by their start
 * @param audioDuration in seconds: where the last chapter ends at the latest
 * @param model describes the chapters; without one, their own sentences and words do. Where they begin is found by
 *   embeddings in both cases
 * @throws EnrichmentError when the model fails
 * @throws the reason of `signal`, once that is aborted
 */
export async function chaptersOf(
  sentences: readonly Sentence[],
  audioDuration: number,
  model: LanguageModel | null,
  signal: AbortSignal,
): Promise<Chapter[]> {
  const topics = await topicsOf(sentences, signal)
  const descriptions = model ? await asked(topics, model, signal) : await extracted(topics, signal)
  return topics.flatMap((topic, index) => {
    const description = descriptions[index]
    const end = topics[index + 1]?.[0]?.sentence.start ?? audioDuration
    return description ? [{ ...description, ...said(topic, end) }] : []
  })
}

/** The sentences of a chapter, and when they were said. On another channel they may go on while the next one begins. */
function said(topic: Topic, latest: number): Omit<Chapter, keyof Description> {
  const start = topic[0]?.sentence.start ?? 0
  const end = topic.reduce((last, { sentence }) => Math.max(last, sentence.end), start)
  return {
    start,
    end: Math.max(start, Math.min(end, latest)),
    sentences: topic.map(({ sentence: { text, words, ...times } }) => ({
      sentence: text,
      start: times.start,
      end: times.end,
      words: [...words],
    })),
    text: joined(topic),
  }
}

async function extracted(topics: readonly Topic[], signal: AbortSignal): Promise<Description[]> {
  const keywords = await keywordsOf(topics, signal)
  return topics.map((topic, index) => {
    const own = keywords[index] ?? []
    const telling = topic.filter(saysSomething).length
    const count = Math.min(LONGEST_SUMMARY, Math.max(1, Math.round(telling / 5)))
    const [central = topic[0]] = centralSentences([topic], 1)
    const headline = central ? headlineOf(central.sentence.text, central.sentence.language) : ''
    return {
      headline,
      gist: own.slice(0, GIST_WORDS).join(', ') || headline,
      summary: joined(centralSentences([topic], count)) || (central?.sentence.text ?? ''),
      keywords: own,
    }
  })
}

const description = z.object({
  headline: z.string().trim().min(1).describe('What it is about, as a headline of at most twelve words.'),
  gist: z.string().trim().min(1).describe('What it is about, in two to five words.'),
  summary: z.string().trim().min(1).describe('What is said in it, in one to three sentences.'),
  keywords: z.array(z.string().trim().min(1)).describe('Its most telling words or phrases, at most eight.'),
})

async function asked(
  topics: readonly Topic[],
  model: LanguageModel,
  signal: AbortSignal,
): Promise<Description[]> {
  const limit = pLimit(AT_A_TIME)
  return Promise.all(topics.map((topic) => limit(() => describe(topic, model, signal))))
}

async function describe(topic: Topic, model: LanguageModel, signal: AbortSignal): Promise<Description> {
  const sentences = topic.map(({ sentence }) => sentence)
  const [text = '', ...more] = inParts(spokenLines(sentences, model.maxCharacters), model.maxCharacters, '\n')
  const isLong = more.length > 0
  const instructions =
    `The text is ${isLong ? 'a summary of ' : ''}one chapter of the transcript of a recording. Describe the chapter. ` +
    'Write in the language of the text. Say only what is in it.'
  const short = isLong ? await abstractiveSummary(sentences, 'general', model, signal) : text
  return model.ask({ name: 'chapter', instructions, text: short, answer: description }, signal)
}
