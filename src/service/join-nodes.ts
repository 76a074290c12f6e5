import { hash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import type { NodeState } from '../contract/system.ts'
import type { NodeId } from '../jobs/node.ts'
import { readIfPresent } from '../platform/files/if-present.ts'
import { InUseError } from '../platform/files/folder-lock.ts'
import { ModelsFolder } from '../models/pulled/models-folder.ts'
import { WakeLoop } from '../queue/wake-loop.ts'
import type { Base } from './base.ts'
import type { HealthMeter } from './node-health.ts'

/**
 * Makes this process a node, until it is closed. The folder remembers the id of the last node that used it. Since this
 * process holds the lock of the folder, that node has ended, and what it owned is released immediately.
 * @returns the id of this node, the state that operators have set for it, a promise that resolves if other nodes declare it
 * dead, and whether its lease is valid
 */
export async function joinNodes(
  { config, log, store, started }: Pick<Base, 'config' | 'log' | 'store' | 'started'>,
  health: HealthMeter,
): Promise<{
  node: NodeId
  nodeState: () => NodeState
  lost: Promise<InUseError>
  isLeased: () => boolean
}> {
  const { nodeLeaseMs, roles } = config.nodes
  const file = join(config.storage.scratchDir, 'node')
  const previous = readIfPresent(file)
  const node = randomUUID()
  const models = await digests(config.storage.modelsDir)
  const { version } = packageJson
  const place = { host: hostname(), pid: process.pid }
  await store.nodes.register({ id: node, roles, version, models, ...place }, nodeLeaseMs, previous)
  writeFileSync(file, node)

  let leasedAt = performance.now()
  let state: NodeState = 'running'
  const report = async () => {
    // With SQLite, no other process needs the heartbeats: they only confirm a change of state.
    if (!store.isShared && (await store.nodes.state(node)) === state) return state
    return store.nodes.beat(node, nodeLeaseMs, health.latest)
  }
  const { promise: lost, resolve } = Promise.withResolvers<InUseError>()
  const beat = new WakeLoop(
    async () => {
      beat.wakeIn(nodeLeaseMs / 3)
      const beganAt = performance.now()
      void health.measure()
      const told = await report()
      if (told === null)
        return resolve(
          new InUseError('this process did not report in time, and others have taken over its work'),
        )
      leasedAt = beganAt
      if (told === state) return
      state = told
      log.info({ node, state }, 'an operator has changed the state of this node')
      // It may take work again.
      store.wake.notify('work')
      store.wake.notify('callbacks')
    },
    (error) => log.error({ err: error }, 'lease of this node could not be extended; retrying'),
  )
  started.defer(async () => {
    await beat.close()
    await store.nodes.bury(node)
  })
  store.wake.listen('nodes', () => beat.wake())
  beat.wake()
  return {
    node,
    nodeState: () => state,
    lost,
    isLeased: () => !store.isShared || performance.now() - leasedAt < nodeLeaseMs,
  }
}

/** The digests, by model name, of the descriptions of the pulled models, which contain the digests of their files. */
async function digests(folder: string): Promise<Record<string, string>> {
  const models = await new ModelsFolder(folder).pulled()
  return Object.fromEntries(models.map((model) => [model.name, hash('sha256', JSON.stringify(model))]))
}
