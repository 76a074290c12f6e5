/** The state of the service, for its operator. An addition of Scriptorium. */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { languageCode } from './languages.ts'

const node = z
  .strictObject({
    id: z.string().describe('Another one after each start.'),
    roles: z.array(z.string()).describe('What it does: `serve`, `work`, `callbacks`.'),
    version: z.string().describe('Version of the service that it runs.'),
    since: timestamp.describe('When it started.'),
  })
  .meta({ id: 'Node', description: 'A running process of the service.' })

export const system = z
  .strictObject({
    version: z.string().describe('Version of the process that answers.'),
    database: z.enum(['sqlite', 'postgresql']).describe('The kind of database.'),
    storage: z
      .strictObject({
        kind: z.enum(['disk', 's3']).describe('Where the audio is.'),
        free_bytes: z.int().min(0).nullable().describe('Free space on its disk; null for S3.'),
      })
      .describe('The storage of the audio.'),
    nodes: z.array(node).describe('The processes that share the database, in the order of their start.'),
    speech_server: z
      .strictObject({
        model: z.string().describe('Its name on its server.'),
        languages: z.array(languageCode).describe('The languages in which it recognises files.'),
      })
      .nullable()
      .describe('The speech server; null when none is configured.'),
    language_model: z
      .strictObject({ model: z.string().describe('Its name on its server.') })
      .nullable()
      .describe('The language model; null when none is configured.'),
    queue: z
      .strictObject({
        waiting: z.int().min(0).describe('Files that are queued.'),
        running: z.int().min(0).describe('Files that are being processed.'),
      })
      .describe('The jobs of all accounts that have not ended, without live sessions.'),
  })
  .meta({ id: 'System', description: 'The state of the service.' })
export type System = z.infer<typeof system>
