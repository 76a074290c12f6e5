/** The chapters of a transcript. */
import pLimit from 'p-limit'
import { z } from 'zod'
import type { Chapter } from '../../../contract/features/chapterization.ts'
import { toChunks } from '../../text/text-chunks.ts'
import type { LanguageModel } from '../../language-model/language-model.ts'
import type { Sentence } from '../../text/timed-sentences.ts'
import { abstractiveSummary } from '../../text/topics/abstractive-summary.ts'
import { centralSentences, isInformative } from '../../text/topics/central-sentences.ts'
import { headlineOf } from './headline.ts'
import { keywordsOf } from './keywords.ts'
import { joinedText } from '../../text/topics/rated-sentences.ts'
import { speakerLines } from '../../text/speaker-lines.ts'
import { type Topic, topicsOf } from '../../text/topics/topics.ts'

/** What a chapter has besides its sentences. */
type ChapterDescription = Pick<Chapter, 'headline' | 'gist' | 'keywords'> & { summary: string }

/** Maximum sentences of a chapter's summary. */
const MAX_SUMMARY_SENTENCES = 3

/** Keywords that make up a gist. */
const GIST_KEYWORDS = 3

/** Chapters described by the language model concurrently. */
const CONCURRENCY = 2

/**
 * The chapters of a transcript in order, every sentence in one of them. Their boundaries are those of the topics.
 * @param sentences by their start
 * @param audioDuration in seconds; the last chapter ends by then
 * @param model describes the chapters; if null, the descriptions are extracted from the text
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
  const descriptions = model
    ? await modelDescriptions(topics, model, signal)
    : await extractedDescriptions(topics, signal)
  return topics.flatMap((topic, index) => {
    const description = descriptions[index]
    const end = topics[index + 1]?.[0]?.sentence.start ?? audioDuration
    return description ? [{ ...description, ...contentOf(topic, end) }] : []
  })
}

/**
 * The sentences of a chapter and their times.
 * @param latestEnd start of the next chapter; sentences of another channel may continue beyond it
 */
function contentOf(topic: Topic, latestEnd: number): Omit<Chapter, keyof ChapterDescription> {
  const start = topic[0]?.sentence.start ?? 0
  const end = topic.reduce((last, { sentence }) => Math.max(last, sentence.end), start)
  return {
    start,
    end: Math.max(start, Math.min(end, latestEnd)),
    sentences: topic.map(({ sentence: { text, words, ...times } }) => ({
      sentence: text,
      start: times.start,
      end: times.end,
      words: [...words],
    })),
    text: joinedText(topic.map(({ sentence }) => sentence)),
  }
}

async function extractedDescriptions(
  topics: readonly Topic[],
  signal: AbortSignal,
): Promise<ChapterDescription[]> {
  const keywords = await keywordsOf(topics, signal)
  return Promise.all(
    topics.map(async (topic, index) => {
      const own = keywords[index] ?? []
      const informative = topic.filter(isInformative).length
      const count = Math.min(MAX_SUMMARY_SENTENCES, Math.max(1, Math.round(informative / 5)))
      const headline = await headlineOf(topic, own)
      return {
        headline,
        gist: own.slice(0, GIST_KEYWORDS).join(', ') || headline,
        summary: joinedText(await centralSentences([topic], count)) || (topic[0]?.sentence.text ?? ''),
        keywords: own,
      }
    }),
  )
}

const description = z.object({
  headline: z.string().trim().min(1).describe('What it is about, as a headline of at most twelve words.'),
  gist: z.string().trim().min(1).describe('What it is about, in two to five words.'),
  summary: z.string().trim().min(1).describe('What is said in it, in one to three sentences.'),
  keywords: z.array(z.string().trim().min(1)).describe('Its most telling words or phrases, at most eight.'),
})

async function modelDescriptions(
  topics: readonly Topic[],
  model: LanguageModel,
  signal: AbortSignal,
): Promise<ChapterDescription[]> {
  const limit = pLimit(CONCURRENCY)
  return Promise.all(topics.map((topic) => limit(() => describe(topic, model, signal))))
}

async function describe(
  topic: Topic,
  model: LanguageModel,
  signal: AbortSignal,
): Promise<ChapterDescription> {
  const sentences = topic.map(({ sentence }) => sentence)
  const [text = '', ...more] = toChunks(
    speakerLines(sentences, model.maxCharacters),
    model.maxCharacters,
    '\n',
  )
  const isLong = more.length > 0
  const instructions =
    `The text is ${isLong ? 'a summary of ' : ''}one chapter of the transcript of a recording. Describe the chapter. ` +
    'Write in the language of the text. Say only what is in it.'
  const material = isLong ? await abstractiveSummary(sentences, 'general', model, signal) : text
  return model.ask({ name: 'chapter', instructions, text: material, answer: description }, signal)
}
