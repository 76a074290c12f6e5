/** The state of the service, for its operator. An addition of Scriptorium. */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { languageCode } from './languages.ts'

export const NODE_STATES = ['running', 'paused', 'draining'] as const
export type NodeState = (typeof NODE_STATES)[number]

const share = z.number().min(0).max(1)
const bytes = z.int().min(0)

const nodeHealth = z
  .strictObject({
    processor_share: share.describe(
      'Share of the processors of its machine that it and its child processes have used since the previous heartbeat.',
    ),
    memory_bytes: bytes.describe('Resident memory of the process and its child processes.'),
    memory_total_bytes: bytes.describe('Its memory limit, or the memory of its machine.'),
    scratch_free_bytes: bytes
      .nullable()
      .describe('Free space on the disk of `SCRATCH_DIR`; null if unknown.'),
    audio_free_bytes: bytes
      .nullable()
      .describe('Free space on the disk with the audio; null for S3 or if unknown.'),
    max_files: z.int().min(0).describe('Files that it transcribes at the same time: `CONCURRENCY`.'),
    max_live_sessions: z.int().min(1).nullable().describe('`LIVE_CAPACITY`; null for no limit.'),
    failing: z.array(z.string()).describe('The failing checks of its `/ready`.'),
  })
  .meta({ id: 'NodeHealth', description: 'What a process reported with its last heartbeat.' })
export type NodeHealth = z.infer<typeof nodeHealth>

const node = z
  .strictObject({
    id: z.string().describe('Id of the process, a new one after each start.'),
    host: z.string().describe('Host name of its machine or container.'),
    pid: z.int().describe('Process id on that host.'),
    roles: z.array(z.string()).describe('What it does: `serve`, `work`, `callbacks`.'),
    version: z.string().describe('Version of the service that it runs.'),
    since: timestamp.describe('When it started.'),
    state: z
      .enum([...NODE_STATES, 'late'])
      .describe(
        '`paused`: takes no files and no new live sessions. `draining`: also sends no callbacks and is not ready. `late`: has sent no ' +
          'heartbeat for half of `NODE_LEASE_SECONDS`; after all of it, the others take over its work.',
      ),
    last_beat: timestamp.describe('Its last heartbeat.'),
    files: z.int().min(0).describe('Files that it is fetching or transcribing.'),
    live_sessions: z.int().min(0).describe('Live sessions that it has open.'),
    callbacks: z.int().min(0).describe('Callbacks that it is sending.'),
    uploads: z.int().min(0).describe('Uploads that it is receiving.'),
    health: nodeHealth
      .nullable()
      .describe('What it reported; null until its second heartbeat, a few seconds after its start.'),
  })
  .meta({ id: 'Node', description: 'A running process of the service.' })

export const nodeChange = z
  .strictObject({
    state: z
      .enum(NODE_STATES)
      .describe('The new state. It takes effect at once and lasts until the process ends.'),
  })
  .meta({
    id: 'NodeChange',
    description: 'The new state of a process.',
    examples: [{ state: 'running' }],
  })

export const system = z
  .strictObject({
    version: z.string().describe('Version of the process that answers.'),
    database: z.enum(['sqlite', 'postgresql']).describe('The kind of database.'),
    storage: z
      .strictObject({
        kind: z.enum(['disk', 's3']).describe('Where the audio is stored.'),
        free_bytes: z.int().min(0).nullable().describe('Free space on its disk; null for S3.'),
      })
      .describe('The audio storage.'),
    nodes: z.array(node).describe('The processes that share the database, ordered by start time.'),
    speech_server: z
      .strictObject({
        model: z.string().describe('Name of the model on the server.'),
        languages: z.array(languageCode).describe('The languages in which it recognises files.'),
      })
      .nullable()
      .describe('The speech server; null if none is configured.'),
    language_model: z
      .strictObject({ model: z.string().describe('Name of the model on the server.') })
      .nullable()
      .describe('The language model; null if none is configured.'),
    queue: z
      .strictObject({
        waiting: z.int().min(0).describe('Files that are queued.'),
        running: z.int().min(0).describe('Files that are being processed.'),
      })
      .describe('The jobs of all accounts that have not ended, excluding live sessions.'),
  })
  .meta({ id: 'System', description: 'The state of the service.' })
export type System = z.infer<typeof system>
