import type { ComponentChildren } from 'preact'
import type { System } from '../../../contract/system.ts'
import { get } from '../../api.ts'
import { formatCount, formatSize } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { Age } from '../../ui/age.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'

/** Milliseconds between two looks at the state. */
const REFRESH_MS = 5_000

/** The processes and what else the service consists of. */
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
  return <LoadedState system={value} />
}

const DATABASES = { sqlite: 'SQLite', postgresql: 'PostgreSQL' } as const

function LoadedState({ system }: { system: System }) {
  const { version, database, storage, nodes, speech_server, language_model, queue } = system
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
      <section aria-labelledby="processes">
        <h2 id="processes">{texts.processes}</h2>
        <Table
          caption={texts.processes}
          columns={[t().job.id, texts.roles, { head: texts.version, class: 'wide' }, texts.started]}
        >
          {nodes.map(({ id, roles, version: itsVersion, since }) => (
            <tr key={id}>
              <th scope="row">
                <code title={id}>{id.slice(0, 8)}</code>
              </th>
              <td>{roles.join(', ')}</td>
              <td class="wide numeric">{itsVersion}</td>
              <td class="muted">
                <Age timestamp={since} />
              </td>
            </tr>
          ))}
        </Table>
      </section>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="numeric">{children}</dd>
    </div>
  )
}
