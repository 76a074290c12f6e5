/** The chapters of a transcript. */
import { z } from 'zod'
import type { Chapter } from '../../../contract/features/chapterization.ts'
import type { LanguageModel } from '../../../models/language/language-model.ts'
import { joinedText, type Sentence } from '../../../text/timed-sentences.ts'
import { abstractiveSummary } from '../../topics/abstractive-summary.ts'
import { centralSentences, isInformative } from '../../topics/central-sentences.ts'
import { headlineOf } from './headline.ts'
import { keywordsOf } from './keywords.ts'
import { speakerChunks } from '../../../text/speaker-lines.ts'
import { type Topic, topicsOf } from '../../topics/topics.ts'

/** Maximum sentences of a chapter's summary. */
const MAX_SUMMARY_SENTENCES = 3

/** Keywords that make up a gist. */
const GIST_KEYWORDS = 3

/**
 * The chapters of a transcript in order; every sentence is in one of them. Their boundaries are those of the topics.
 * @param sentences ordered by start
 * @param audioDuration in seconds; the last chapter ends by then
 * @param model describes the chapters; if null, the descriptions are extracted from the text
 * @throws EnrichmentError if the model fails
 * @throws the reason of `signal` once it is aborted
 */
export async function chaptersOf(
  sentences: readonly Sentence[],
  audioDuration: number,
  model: LanguageModel | null,
  signal: AbortSignal,
): Promise<Chapter[]> {
  const topics = await topicsOf(sentences, signal)
  const descriptions = model
    ? await Promise.all(topics.map(async (topic) => describe(topic, model, signal)))
    : await extractedDescriptions(topics, signal)
  return topics.map((topic, index) => {
    const start = topic[0]!.sentence.start
    const end = topic.reduce((last, { sentence }) => Math.max(last, sentence.end), start)
    // Sentences of another channel may extend into the next chapter.
    const latestEnd = topics[index + 1]?.[0]?.sentence.start ?? audioDuration
    return {
      ...descriptions[index]!,
      start,
      end: Math.max(start, Math.min(end, latestEnd)),
      sentences: topic.map(({ sentence }) => ({
        sentence: sentence.text,
        start: sentence.start,
        end: sentence.end,
        words: [...sentence.words],
      })),
      text: joinedText(topic.map(({ sentence }) => sentence)),
    }
  })
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

const descriptionAnswer = z.object({
  headline: z.string().trim().min(1).describe('What it is about, as a headline of at most twelve words.'),
  gist: z.string().trim().min(1).describe('What it is about, in two to five words.'),
  summary: z.string().trim().min(1).describe('What is said in it, in one to three sentences.'),
  keywords: z.array(z.string().trim().min(1)).describe('Its most telling words or phrases, at most eight.'),
})

/** The description of a chapter. */
type ChapterDescription = z.infer<typeof descriptionAnswer>

async function describe(
  topic: Topic,
  model: LanguageModel,
  signal: AbortSignal,
): Promise<ChapterDescription> {
  const sentences = topic.map(({ sentence }) => sentence)
  const [whole = '', ...more] = speakerChunks(sentences, model.maxCharacters)
  const isLong = more.length > 0
  const instructions =
    `The text is ${isLong ? 'a summary of ' : ''}one chapter of the transcript of a recording. Describe the chapter. ` +
    'Write in the language of the text. Say only what is in it.'
  const text = isLong ? await abstractiveSummary(sentences, 'general', model, signal) : whole
  return model.ask({ name: 'chapter', instructions, text, answer: descriptionAnswer }, signal)
}
