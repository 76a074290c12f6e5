import packageJson from '../../package.json' with { type: 'json' }
import type { System } from '../contract/system.ts'
import type { Base } from './base.ts'
import { audioFolder, freeBytes } from './files.ts'

/** The state of the service, as its operator sees it. */
export async function systemState({ config, store }: Pick<Base, 'config' | 'store'>): Promise<System> {
  const { storage, languageModel, speechServer } = config
  const nodes = await store.nodes.running()
  const { waiting, running } = await store.work.load()
  return {
    version: packageJson.version,
    database: storage.databaseUrl === null ? 'sqlite' : 'postgresql',
    storage:
      storage.s3 === null
        ? { kind: 'disk', free_bytes: await freeBytes(audioFolder(config)) }
        : { kind: 's3', free_bytes: null },
    nodes: nodes.map(({ id, roles, version, startedAt }) => ({
      id,
      roles: [...roles],
      version,
      since: new Date(startedAt).toISOString(),
    })),
    speech_server:
      speechServer === null ? null : { model: speechServer.model, languages: [...speechServer.languages] },
    language_model: languageModel === null ? null : { model: languageModel.model },
    queue: { waiting, running },
  }
}
