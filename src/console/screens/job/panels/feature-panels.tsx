/** Results of features with a tab of their own. */
import type { Chapter } from '../../../../contract/features/chapterization.ts'
import type { EntityType, NamedEntity } from '../../../../contract/features/named-entity-recognition.ts'
import type { Sentiment } from '../../../../contract/features/sentiment-analysis.ts'
import type { TranslationResult } from '../../../../contract/features/translation.ts'
import { formatCount, labelOf, languageName } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import type { Playback } from '../playback.ts'
import { SeekButton } from '../seek-button.tsx'

/** Each panel gets the results of its feature, as in the job. */
interface FeatureProps {
  readonly results: unknown
  readonly playback: Playback
}

export function SummaryPanel({ results }: FeatureProps) {
  return (
    <p class="value prose" dir="auto">
      {String(results)}
    </p>
  )
}

export function ChaptersPanel({ results, playback }: FeatureProps) {
  const { chapters } = results as { readonly chapters: readonly Chapter[] }
  return (
    <ol class="timed-list">
      {chapters.map(({ headline, summary, gist, keywords, start }) => (
        <li key={start}>
          <SeekButton time={start} playback={playback} />
          <div class="prose" dir="auto">
            <h2>{headline}</h2>
            <p class="value">{summary ?? gist}</p>
            {keywords.length > 0 && <p class="hint">{keywords.join(' · ')}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Entities by group, each with the times at which it is mentioned. */
export function EntitiesPanel({ results, playback }: FeatureProps) {
  const types = Map.groupBy(results as readonly NamedEntity[], ({ entity_group }) => entity_group)
  return (
    <div class="results">
      {Array.from(types, ([type, entities]) => (
        <section key={type}>
          <h2>{t().job.entityTypes[type as EntityType] ?? labelOf(type.toLowerCase())}</h2>
          <ul class="entities">
            {Array.from(
              Map.groupBy(entities, ({ text }) => text),
              ([text, places]) => (
                <li key={text}>
                  <bdi>{text}</bdi>
                  {places.map(({ start }) => (
                    <SeekButton key={start} time={start} playback={playback} />
                  ))}
                </li>
              ),
            )}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The number of sentences with each sentiment, and the sentences. */
export function SentimentPanel({ results, playback }: FeatureProps) {
  const sentiments = JSON.parse(String(results)) as readonly Sentiment[]
  const kinds = Map.groupBy(sentiments, ({ sentiment }) => sentiment)
  return (
    <div class="results">
      <p class="job-facts">
        {Array.from(kinds, ([kind, { length }]) => (
          <span key={kind} class="sentiment" data-sentiment={kind}>
            {sentimentLabel(kind)} <span class="muted numeric">{formatCount(length)}</span>
          </span>
        ))}
      </p>
      <ol class="timed-list">
        {sentiments.map(({ sentiment, emotion, text, start }, index) => (
          <li key={index}>
            <SeekButton time={start} playback={playback} />
            <div class="prose">
              <p dir="auto">{text}</p>
              <p class="hint">
                <span class="sentiment" data-sentiment={sentiment}>
                  {sentimentLabel(sentiment)}
                </span>
                {emotion !== '' && emotion !== sentiment && ` · ${emotionLabel(emotion)}`}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

function sentimentLabel(kind: string): string {
  const labels: Readonly<Record<string, string>> = t().job.sentiments
  return labels[kind] ?? labelOf(kind)
}

function emotionLabel(kind: string): string {
  const labels: Readonly<Record<string, string>> = t().job.emotions
  return labels[kind] ?? kind
}

export function TranslationPanel({ results, playback }: FeatureProps) {
  return (
    <div class="results">
      {(results as readonly TranslationResult[]).map(({ languages: [language = ''], utterances, error }) => (
        <section key={language}>
          <h2>{languageName(language)}</h2>
          {error !== null && <p class="problem">{t().job.featureFailed(error.message)}</p>}
          <ol class="timed-list">
            {utterances.map(({ start, text }, index) => (
              <li key={index}>
                <SeekButton time={start} playback={playback} />
                <p class="prose" dir="auto" lang={language}>
                  {text}
                </p>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
