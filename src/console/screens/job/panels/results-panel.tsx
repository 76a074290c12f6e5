/** The results of features without a tab of their own. */
import type { ComponentChildren } from 'preact'
import type { PromptAnswer } from '../../../../contract/features/audio-to-llm.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { formatDuration, labelOf, languageName, textOfValue } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import type { Playback } from '../playback.ts'
import { SeekButton } from '../seek-button.tsx'
import { featureLabel, ModuleContent, type ResultModule } from './module-content.tsx'

interface ResultsPanelProps {
  readonly modules: readonly (readonly [name: string, ResultModule])[]
  readonly playback: Playback
}

export function ResultsPanel({ modules, playback }: ResultsPanelProps) {
  return (
    <div class="results">
      {modules.map(([name, module]) => (
        <section key={name}>
          <h2>{featureLabel(name)}</h2>
          <ModuleContent module={module}>{contentOf(name, parsed(module.results), playback)}</ModuleContent>
        </section>
      ))}
    </div>
  )
}

function contentOf(name: string, results: unknown, playback: Playback): ComponentChildren {
  switch (name) {
    case 'sentences':
      return <TimedList items={results as readonly Utterance[]} playback={playback} />
    case 'audio_to_llm':
      return <Answers answers={results as readonly PromptAnswer[]} />
    case 'diarization':
      return <p class="muted">{t().job.inTranscript}</p>
    default:
      return <Value value={results} />
  }
}

function TimedList({ items, playback }: { items: readonly Utterance[]; playback: Playback }) {
  return (
    <ol class="timed-list">
      {items.map(({ start, text, language }, index) => (
        <li key={index}>
          <SeekButton time={start} playback={playback} />
          <p class="prose" dir="auto" lang={language}>
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}

function Answers({ answers }: { answers: readonly PromptAnswer[] }) {
  return answers.map(({ results, error }, index) => (
    <div key={index} class="prose">
      <h3 dir="auto">{results?.prompt}</h3>
      {error === null ? (
        <p class="value" dir="auto">
          {results?.response}
        </p>
      ) : (
        <p class="problem">{t().job.featureFailed(error.message)}</p>
      )}
    </div>
  ))
}

/** Parses results that are JSON text. */
function parsed(results: unknown): unknown {
  if (typeof results !== 'string' || !/^[[{]/.test(results)) return results
  try {
    return JSON.parse(results) as unknown
  } catch {
    return results
  }
}

/** Renders text as it is, lists as lists, and times in readable form. */
function Value({ value, name = '' }: { value: unknown; name?: string }) {
  if (value === null || value === undefined) return <span class="muted">–</span>
  if (typeof value === 'number' && (name === 'start' || name === 'end')) return <>{formatDuration(value)}</>
  if (typeof value === 'string' && (name === 'language' || name === 'languages'))
    return <>{languageName(value)}</>
  if (typeof value !== 'object') return <bdi class="value">{textOfValue(value)}</bdi>
  if (Array.isArray(value))
    return (
      <ul class="values">
        {value.map((item, index) => (
          <li key={index}>
            <Value value={item} name={name} />
          </li>
        ))}
      </ul>
    )
  const labels: Readonly<Record<string, string>> = t().job.fields
  return (
    <dl class="facts">
      {Object.entries(value).flatMap(([key, item]) =>
        // The words of an utterance repeat its text.
        key === 'words'
          ? []
          : [
              <dt key={`${key} name`}>{labels[key] ?? labelOf(key)}</dt>,
              <dd key={key}>
                <Value value={item} name={key} />
              </dd>,
            ],
      )}
    </dl>
  )
}
