import type { TranslationResult } from '../../../../contract/features/translation.ts'
import { languageName } from '../../../formatting.ts'
import type { Playback } from '../playback.ts'
import { SeekButton } from '../seek-button.tsx'

export function TranslationPanel({ results, playback }: { results: unknown; playback: Playback }) {
  return (
    <div class="results">
      {(results as readonly TranslationResult[]).map(({ languages: [language = ''], utterances, error }) => (
        <section key={language}>
          <h2>{languageName(language)}</h2>
          {error !== null && <p class="problem">This translation failed: {error.message}</p>}
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
