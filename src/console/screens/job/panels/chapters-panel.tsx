import type { Chapter } from '../../../../contract/features/chapterization.ts'
import type { Playback } from '../playback.ts'
import { SeekButton } from '../seek-button.tsx'

export function ChaptersPanel({ results, playback }: { results: unknown; playback: Playback }) {
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
