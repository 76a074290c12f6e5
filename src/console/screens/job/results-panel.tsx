/** The results of the features that were requested, besides the transcript. */
import type { Job } from '../../../contract/job.ts'
import { formatDuration, labelOf, languageName, textOfValue } from '../../formatting.ts'

interface Module {
  readonly success: boolean
  readonly is_empty: boolean
  readonly results: unknown
  readonly error: { readonly message?: string } | null
}

/** Parts of the result that are shown elsewhere. */
const ELSEWHERE = new Set(['metadata', 'transcription', 'messages'])

export function resultModules({ result }: Job): readonly (readonly [name: string, module: Module])[] {
  return Object.entries(result ?? {}).flatMap(([name, module]) =>
    ELSEWHERE.has(name) ? [] : [[name, module as unknown as Module] as const],
  )
}

export function ResultsPanel({ job }: { job: Job }) {
  return (
    <div class="results">
      {resultModules(job).map(([name, { success, is_empty, results, error }]) => (
        <section key={name}>
          <h2>{labelOf(name)}</h2>
          {success ? (
            is_empty ? (
              <p class="muted">Nothing was found.</p>
            ) : (
              <Value value={results} />
            )
          ) : (
            <p class="problem">{error?.message}</p>
          )}
        </section>
      ))}
    </div>
  )
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
