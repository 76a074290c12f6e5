/** The results of features without a panel of their own. */
import { labelOf, languageName, formatDuration, textOfValue } from '../../../formatting.ts'
import { ModuleContent, type ResultModule } from './module-content.tsx'

export function ResultsPanel({ modules }: { modules: readonly (readonly [string, ResultModule])[] }) {
  return (
    <div class="results">
      {modules.map(([name, module]) => (
        <section key={name}>
          <h2>{labelOf(name)}</h2>
          <ModuleContent module={module}>
            <Value value={parsed(module.results)} />
          </ModuleContent>
        </section>
      ))}
    </div>
  )
}

/** Some results are JSON text. */
function parsed(results: unknown): unknown {
  if (typeof results !== 'string' || !/^[[{]/.test(results)) return results
  try {
    return JSON.parse(results) as unknown
  } catch {
    return results
  }
}

/** Text as it is, lists as lists, times readable. */
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
  return (
    <dl class="facts">
      {Object.entries(value).flatMap(([key, item]) =>
        // The words of an utterance repeat its text.
        key === 'words'
          ? []
          : [
              <dt key={`${key} name`}>{labelOf(key)}</dt>,
              <dd key={key}>
                <Value value={item} name={key} />
              </dd>,
            ],
      )}
    </dl>
  )
}
