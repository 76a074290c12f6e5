import type { Sentiment } from '../../../../contract/features/sentiment-analysis.ts'
import { formatCount, labelOf } from '../../../formatting.ts'
import type { Playback } from '../playback.ts'
import { SeekButton } from '../seek-button.tsx'

/** How many sentences have which sentiment, and each of them. */
export function SentimentPanel({ results, playback }: { results: unknown; playback: Playback }) {
  const sentiments = JSON.parse(String(results)) as readonly Sentiment[]
  const kinds = Map.groupBy(sentiments, ({ sentiment }) => sentiment)
  return (
    <div class="results">
      <p class="job-facts">
        {Array.from(kinds, ([kind, { length }]) => (
          <span key={kind} class="sentiment" data-sentiment={kind}>
            {labelOf(kind)} <span class="muted numeric">{formatCount(length)}</span>
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
                  {labelOf(sentiment)}
                </span>
                {emotion !== '' && ` · ${emotion}`}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
