import packageJson from '../../package.json' with { type: 'json' }
import type { System } from '../contract/system.ts'
import type { RunningNode } from '../jobs/node.ts'
import type { Base } from './base.ts'
import type { HealthMeter } from './node-health.ts'
import { audioFolder, freeBytes } from './files.ts'

/** The state of the service, for its operators. */
export async function systemState(
  { config, store, node }: Pick<Base, 'config' | 'store' | 'node'>,
  health: HealthMeter,
): Promise<System> {
  const { storage, languageModel, speechServer } = config
  const nodes = await store.nodes.running()
  const { waiting, running } = await store.queue.load()
  return {
    version: packageJson.version,
    database: storage.databaseUrl === null ? 'sqlite' : 'postgresql',
    storage:
      storage.s3 === null
        ? { kind: 'disk', free_bytes: await freeBytes(audioFolder(config)) }
        : { kind: 's3', free_bytes: null },
    // This node need not wait for its heartbeat; with SQLite, it sends none.
    nodes: nodes.map((one) =>
      nodeOf(one.id === node ? { ...one, beatAt: Date.now(), health: health.latest } : one),
    ),
    speech_server:
      speechServer === null ? null : { model: speechServer.model, languages: [...speechServer.languages] },
    language_model: languageModel === null ? null : { model: languageModel.model },
    queue: { waiting, running },
  }
}

function nodeOf(node: RunningNode): System['nodes'][number] {
  const { id, host, pid, roles, version, files, callbacks, uploads, health } = node
  return {
    ...{ id, host, pid, roles: [...roles], version },
    since: new Date(node.startedAt).toISOString(),
    state: node.isLate ? 'late' : node.state,
    last_beat: new Date(node.beatAt).toISOString(),
    ...{ files, live_sessions: node.liveSessions, callbacks, uploads, health },
  }
}
