import { setTimeout as delay } from 'node:timers/promises'
import type { NodeState } from '../contract/system.ts'
import type { RunningNode } from '../jobs/node.ts'
import type { Store } from '../store/open-store.ts'
import { CommandError } from './errors.ts'
import { table } from './table.ts'
import { withStore } from './with-store.ts'

/** Milliseconds between checks whether a node has finished. */
const LOOK_MS = 500

/** Prints the nodes with their work in progress, one per line. */
export async function listNodes(): Promise<void> {
  await withStore(async ({ nodes }) => {
    const running = await nodes.running()
    if (running.length === 0) return void process.stderr.write('No node is running\n')
    const rows = running.map((node) => [
      node.id,
      node.host,
      String(node.pid),
      node.roles.join(),
      node.isLate ? `${node.state}, late` : node.state,
      ...loadOf(node).map(String),
      new Date(node.startedAt).toISOString(),
      node.version,
    ])
    const titles = ['FILES', 'LIVE', 'CALLBACKS', 'UPLOADS', 'SINCE', 'VERSION']
    process.stdout.write(`${table([['NODE', 'HOST', 'PID', 'ROLES', 'STATE', ...titles], ...rows])}\n`)
  })
}

/** The state that each command sets. */
const STATES = {
  pause: 'paused',
  drain: 'draining',
  resume: 'running',
} as const satisfies Record<string, NodeState>

/**
 * Sets the state of nodes.
 * @param which the id of a node, or a host for all nodes on it
 * @param options with `wait`, resolves once they have finished their work
 */
export async function tellNodes(
  command: keyof typeof STATES,
  which: string,
  { wait = false }: { readonly wait?: boolean },
): Promise<void> {
  await withStore(async (store, changed) => {
    const told = (await store.nodes.running()).filter(({ id, host }) => id === which || host === which)
    if (told.length === 0)
      throw new CommandError(`There is no node ${which}: "scriptorium nodes list" shows their ids and hosts`)
    for (const { id } of told) {
      await store.nodes.tell(id, STATES[command])
      changed({ operation: 'updateNode', details: { id } })
    }
    store.wake.notify('nodes')
    if (wait) await finished(store, told)
  })
}

/** Resolves once paused or draining nodes have changed their state and finished their work, or have ended. */
async function finished({ nodes }: Store, told: readonly RunningNode[]): Promise<void> {
  for (let left = told; left.length > 0;) {
    await delay(LOOK_MS)
    const running = new Map((await nodes.running()).map((node) => [node.id, node]))
    left = left.flatMap(({ id }) => running.get(id) ?? [])
    const resumed = left.find(({ state }) => state === 'running')
    if (resumed !== undefined) throw new CommandError(`The node ${resumed.id} was resumed in the meantime`)
    left = left.filter((node) => !node.hasFollowed || loadOf(node).some((count) => count > 0))
  }
}

const loadOf = ({ files, liveSessions, callbacks, uploads }: RunningNode): number[] => [
  files,
  liveSessions,
  callbacks,
  uploads,
]
