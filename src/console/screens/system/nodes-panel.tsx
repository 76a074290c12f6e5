import type { ComponentChildren } from 'preact'
import type { NodeState, System } from '../../../contract/system.ts'
import { attempt, notify } from '../../announce.ts'
import { patch } from '../../api.ts'
import { formatCount, formatPercent, formatSize } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { Age } from '../../ui/age.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { Fact } from './fact.tsx'

type Node = System['nodes'][number]

/** The states look like these states of jobs. */
const LOOKS = { running: 'done', paused: 'queued', draining: 'processing', late: 'error' } as const

const STATES: readonly NodeState[] = ['running', 'paused', 'draining']

/** The processes: their roles, load and state. @param onChange reloads them */
export function NodesPanel({ system, onChange }: { system: System; onChange: () => void }) {
  const texts = t().nodes
  const isAnyWorking = system.nodes.some(({ state, roles }) => state === 'running' && roles.includes('work'))
  return (
    <section aria-labelledby="processes">
      <h2 id="processes">{texts.title}</h2>
      {!isAnyWorking && <p class="problem">{texts.nobodyWorks}</p>}
      <ul class="nodes">
        {system.nodes.map((node) => (
          <li key={node.id}>
            <NodeHeader node={node} onChange={onChange} />
            <NodeFacts node={node} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NodeHeader({ node, onChange }: { node: Node; onChange: () => void }) {
  const { id, host, pid, roles, state, since, last_beat, version } = node
  const texts = t().nodes
  const roleNames: Readonly<Record<string, string>> = texts.roles
  const tell = async (wanted: NodeState) => {
    if (!(await attempt(async () => patch(`v2/system/nodes/${id}`, { state: wanted })))) return
    notify(texts.told[wanted](host))
    onChange()
  }
  return (
    <div class="page-header">
      <div>
        <div class="actions">
          <h3>
            <bdi title={id}>{host}</bdi>
          </h3>
          <span class="status" data-status={LOOKS[state]}>
            {texts.states[state]}
          </span>
        </div>
        <p class="hint">
          <Sentence
            text={state === 'late' ? texts.lastBeat : texts.started}
            parts={{ age: <Age timestamp={state === 'late' ? last_beat : since} /> }}
          />
          {` · ${texts.version(version)} · ${texts.process(String(pid))} · `}
          {roles.map((role) => roleNames[role] ?? role).join(', ')}
        </p>
      </div>
      <MenuButton name="node" label={texts.actions}>
        {(close) => (
          <ul>
            {STATES.filter((wanted) => wanted !== state).map((wanted) => (
              <li key={wanted}>
                <button
                  type="button"
                  class="menu-button"
                  aria-describedby={`node-${wanted}`}
                  onClick={() => {
                    close()
                    void tell(wanted)
                  }}
                >
                  {texts.act[wanted]}
                </button>
                <p class="hint" id={`node-${wanted}`}>
                  {texts.actHints[wanted]}
                </p>
              </li>
            ))}
          </ul>
        )}
      </MenuButton>
    </div>
  )
}

function NodeFacts({ node }: { node: Node }) {
  const { roles, state, files, live_sessions, callbacks, uploads, health } = node
  const texts = t().nodes
  const isIdle = files + live_sessions + callbacks + uploads === 0
  // A draining process is expected not to be ready.
  const failing = health?.failing.filter((check) => check !== 'accepting' || state !== 'draining') ?? []
  const checkNames: Readonly<Record<string, string>> = texts.checks
  return (
    <>
      {state === 'draining' && isIdle && <p>{texts.nothingLeft}</p>}
      {failing.length > 0 && (
        <p class="problem">{texts.failing(failing.map((check) => checkNames[check] ?? check).join(', '))}</p>
      )}
      <dl class="system-facts">
        {health !== null && (
          <>
            <Metered name={texts.processor} value={health.processor_share} max={1}>
              {formatPercent(health.processor_share)}
            </Metered>
            <Metered name={texts.memory} value={health.memory_bytes} max={health.memory_total_bytes}>
              {t().system.usedOf(formatSize(health.memory_bytes), formatSize(health.memory_total_bytes))}
            </Metered>
          </>
        )}
        {roles.includes('work') && (
          <Counted name={texts.files} count={files} max={health?.max_files ?? null} />
        )}
        {roles.includes('serve') && (
          <Counted name={texts.liveSessions} count={live_sessions} max={health?.max_live_sessions ?? null} />
        )}
        {[
          [texts.scratch, health?.scratch_free_bytes] as const,
          [texts.audio, health?.audio_free_bytes] as const,
        ].map(
          ([name, bytes]) =>
            typeof bytes === 'number' && (
              <Fact key={name} name={name}>
                {t().system.free(formatSize(bytes))}
              </Fact>
            ),
        )}
      </dl>
    </>
  )
}

/** @param max null if there is no limit */
function Counted({ name, count, max }: { name: string; count: number; max: number | null }) {
  if (max === null || max === 0) return <Fact name={name}>{formatCount(count)}</Fact>
  return (
    <Metered name={name} value={count} max={max}>
      {t().system.usedOf(formatCount(count), formatCount(max))}
    </Metered>
  )
}

interface MeteredProps {
  readonly name: string
  readonly value: number
  readonly max: number
  readonly children: ComponentChildren
}

function Metered({ name, value, max, children }: MeteredProps) {
  return (
    <Fact name={name}>
      {children}
      <meter aria-label={name} max={max} high={max * 0.9} value={Math.min(value, max)} />
    </Fact>
  )
}
