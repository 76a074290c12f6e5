/** Measures what summaries and headlines of marked talks say, and what they should not say. */
import { chaptersOf } from '../features/chapterization/chapters.ts'
import { extractiveSummary } from '../features/summarization/enrichment.ts'
import { contentWords } from '../topics/content-words.ts'
import { topicsOf } from '../topics/topics.ts'
import { sentencesOf } from '../../text/timed-sentences.ts'
import type { MarkedTalk } from './marked-talks.ts'

/** What was written about one talk. */
export interface SummaryFigures {
  readonly name: string
  readonly summary: string
  readonly headlines: readonly string[]
  /** The phrases and words that the summary mentions, and those it does not. */
  readonly covered: readonly string[]
  readonly missed: readonly string[]
  /** Personal values in the summary, in one of its other forms, or in a chapter's. */
  readonly shownInSummaries: readonly string[]
  readonly shownInHeadlines: readonly string[]
  /** Headlines that name something other than the subject, or nothing. */
  readonly misleading: readonly string[]
}

export async function summaryFigures(talk: MarkedTalk): Promise<SummaryFigures> {
  const { signal } = new AbortController()
  const sentences = sentencesOf(talk.transcription.utterances)
  const topics = await topicsOf(sentences, signal)
  const chapters = await chaptersOf(sentences, Infinity, null, signal)
  const [summary, ...others] = await Promise.all(
    (['general', 'bullet_points', 'concise'] as const).map((type) => extractiveSummary(topics, type)),
  )
  const headlines = chapters.map(({ headline }) => headline)
  const summaries = [summary!, ...others, ...chapters.map((chapter) => chapter.summary ?? '')]
  const titles = [...headlines, ...chapters.flatMap(({ gist, keywords }) => [gist, ...keywords])]
  const shownIn = (texts: readonly string[]) =>
    talk.personal.filter((value) => texts.some((text) => includesWords(text, value)))
  const isMentioned = (phrase: string) => includes(summary!, phrase)
  const said = contentWords(summary!, 'en').map(({ key }) => stemOf(key))
  const isNamed = (word: string) => said.includes(stemOf(word))
  return {
    name: talk.name,
    summary: summary!,
    headlines,
    covered: [...talk.must.filter(isMentioned), ...talk.issue.filter(isNamed)],
    missed: [...talk.must.filter((one) => !isMentioned(one)), ...talk.issue.filter((one) => !isNamed(one))],
    shownInSummaries: shownIn(summaries),
    shownInHeadlines: shownIn(titles),
    misleading: headlines.filter(
      (headline) =>
        headline.trim() === '' ||
        talk.misleading.some((phrase) => includes(headline, phrase) || includes(phrase, headline)),
    ),
  }
}

/** "dropping" and "drops" are one word. */
const stemOf = (word: string) => word.slice(0, Math.max(4, word.length - 4))

const includes = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

function includesWords(text: string, words: string): boolean {
  return new RegExp(`(?<![\\p{L}\\d])${RegExp.escape(words)}(?![\\p{L}\\d])`, 'iu').test(text)
}
