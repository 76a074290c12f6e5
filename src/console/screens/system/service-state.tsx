import type { System } from '../../../contract/system.ts'
import { get } from '../../api.ts'
import { formatCount, formatSize } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { Fact } from './fact.tsx'
import { NodesPanel } from './nodes-panel.tsx'

/** Milliseconds between polls. */
const REFRESH_MS = 5_000

/** The processes and the other parts of the service. */
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
  const { version, database, storage, speech_server, language_model, queue } = system
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
    </>
  )
}
