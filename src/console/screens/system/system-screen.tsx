import type { ComponentChildren } from 'preact'
import type { System } from '../../../contract/system.ts'
import { get } from '../../api.ts'
import { formatCount, formatSize, languageName } from '../../formatting.ts'
import { useResource } from '../../resource.ts'
import { useTitle } from '../../router.ts'
import { may } from '../../sign-in.ts'
import { Age } from '../../ui/age.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { UsagePanel } from './usage-panel.tsx'
import './system.css'

/** Milliseconds between two looks at the state. */
const REFRESH_MS = 5_000

export function SystemScreen() {
  useTitle('System')
  return (
    <>
      <div class="page-header">
        <h1>System</h1>
      </div>
      <UsagePanel />
      {may('admin') && <State />}
    </>
  )
}

function State() {
  const { value, error, reload } = useResource<System>(
    '',
    async (_known, abort) => get('v2/system', abort),
    () => REFRESH_MS,
  )
  if (value === null)
    return error === null ? (
      <div class="system-state" aria-busy="true">
        {[40, 56, 48, 32].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    ) : (
      <Failure title="The state of the service could not be loaded" error={error} onRetry={reload} />
    )
  return <LoadedState system={value} />
}

const DATABASES = { sqlite: 'SQLite', postgresql: 'PostgreSQL' } as const
const STORAGES = { disk: 'Disk', s3: 'S3-compatible' } as const

function LoadedState({ system }: { system: System }) {
  const { version, database, storage, nodes, models, speech_server, language_model, queue } = system
  const free = storage.free_bytes === null ? '' : `, ${formatSize(storage.free_bytes)} free`
  return (
    <div class="system-state">
      <section aria-labelledby="service">
        <h2 id="service">Service</h2>
        <dl class="system-facts">
          <Fact name="Version">{version}</Fact>
          <Fact name="Queued files">{formatCount(queue.waiting)}</Fact>
          <Fact name="Files in progress">{formatCount(queue.running)}</Fact>
          <Fact name="Database">{DATABASES[database]}</Fact>
          <Fact name="Storage of audio">{STORAGES[storage.kind] + free}</Fact>
          <Fact name="Speech server">
            {speech_server === null ? 'Not configured' : <bdi>{speech_server.model}</bdi>}
          </Fact>
          <Fact name="Language model">
            {language_model === null ? 'Not configured' : <bdi>{language_model.model}</bdi>}
          </Fact>
        </dl>
      </section>
      <section aria-labelledby="processes">
        <h2 id="processes">Processes</h2>
        <Table caption="Processes" columns={['Id', 'Roles', { head: 'Version', class: 'wide' }, 'Started']}>
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
      <section aria-labelledby="models">
        <h2 id="models">Models</h2>
        <Table
          caption="Models"
          columns={[
            'Name',
            { head: 'Engine', class: 'wide' },
            'Languages',
            { head: 'Installed', class: 'wide' },
          ]}
        >
          {models.map(({ name, engine, languages, bundled }) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td class="wide">{engine}</td>
              <td>
                <Languages codes={languages} />
              </td>
              <td class="wide muted">{bundled ? 'With the service' : 'Pulled'}</td>
            </tr>
          ))}
        </Table>
      </section>
    </div>
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

/** Languages that are shown in a line; more are counted, and listed on demand. */
const MAX_LANGUAGES = 3

function Languages({ codes }: { codes: readonly string[] }) {
  const names = codes.map(languageName)
  const list = names.toSorted((a, b) => a.localeCompare(b)).join(', ')
  if (names.length <= MAX_LANGUAGES) return <>{list}</>
  return (
    <details>
      <summary>{names.length} languages</summary>
      <p class="hint">{list}</p>
    </details>
  )
}
