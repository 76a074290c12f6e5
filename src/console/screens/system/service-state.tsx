import type { System } from '../../../contract/system.ts'
import { get } from '../../api.ts'
import { formatCount, formatSize, languageName } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Fact } from './fact.tsx'
import { NodesPanel } from './nodes-panel.tsx'

/** Milliseconds between two looks at the state. */
const REFRESH_MS = 5_000

/** The processes, the models and what else the service consists of. */
export function ServiceState() {
  const { value, error, reload } = useResource<System>(
    '',
    async (_known, abort) => get('v2/system', abort),
    () => REFRESH_MS,
  )
  if (value === null)
    return error === null ? (
      <p aria-busy="true">
        <Skeleton width={48} />
      </p>
    ) : (
      <Failure title={t().system.stateNotLoaded} error={error} onRetry={reload} />
    )
  return <LoadedState system={value} onChange={reload} />
}

const DATABASES = { sqlite: 'SQLite', postgresql: 'PostgreSQL' } as const

function LoadedState({ system, onChange }: { system: System; onChange: () => void }) {
  const { version, database, storage, models, speech_server, language_model, queue } = system
  const texts = t().system
  const free = storage.free_bytes === null ? '' : `, ${texts.free(formatSize(storage.free_bytes))}`
  return (
    <>
      <section aria-labelledby="service">
        <h2 id="service">{texts.service}</h2>
        <dl class="system-facts">
          <Fact name={texts.version}>{version}</Fact>
          <Fact name={texts.queued}>{formatCount(queue.waiting)}</Fact>
          <Fact name={texts.running}>{formatCount(queue.running)}</Fact>
          <Fact name={texts.database}>{DATABASES[database]}</Fact>
          <Fact name={texts.storage}>{texts.storages[storage.kind] + free}</Fact>
          <Fact name={texts.speechServer}>
            {speech_server === null ? texts.notConfigured : <bdi>{speech_server.model}</bdi>}
          </Fact>
          <Fact name={texts.languageModel}>
            {language_model === null ? texts.notConfigured : <bdi>{language_model.model}</bdi>}
          </Fact>
        </dl>
      </section>
      <NodesPanel system={system} onChange={onChange} />
      <section aria-labelledby="models">
        <h2 id="models">{texts.models}</h2>
        <Table
          caption={texts.models}
          columns={[
            texts.name,
            texts.purpose,
            { head: texts.engine, class: 'wide' },
            texts.languages,
            { head: texts.installed, class: 'wide' },
          ]}
        >
          {models.map(({ name, purpose, engine, languages, bundled }) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{purposeLabel(purpose)}</td>
              <td class="wide">{engine}</td>
              <td>
                <Languages codes={languages} />
              </td>
              <td class="wide muted">{bundled ? texts.bundled : texts.pulled}</td>
            </tr>
          ))}
        </Table>
      </section>
    </>
  )
}

function purposeLabel(purpose: string): string {
  const labels: Readonly<Record<string, string>> = t().system.purposes
  return labels[purpose] ?? purpose
}

/** Languages that are shown in a line; more are counted, and listed on demand. */
const MAX_LANGUAGES = 3

function Languages({ codes }: { codes: readonly string[] }) {
  const names = codes.map(languageName)
  const list = names.toSorted((a, b) => a.localeCompare(b)).join(', ')
  if (names.length <= MAX_LANGUAGES) return <>{list}</>
  return (
    <details>
      <summary>{t().system.languageCount(names.length)}</summary>
      <p class="hint">{list}</p>
    </details>
  )
}
