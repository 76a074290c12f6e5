import { z } from 'zod'
import { count, optional, text, variable } from './variable.ts'

/** As libpq reads it. With a user and no host, as for a Unix socket, `URL` does not. */
const postgresUrl = z
  .string()
  .regex(
    /^postgres(ql)?:\/\/[^\s]+$/,
    'must be a URL such as postgres://user:password@host/database or postgres:///database?host=/run/postgresql',
  )

/** Shorter keys can be guessed. */
const MIN_KEY_CHARACTERS = 8

const serviceKey = z
  .string()
  .min(MIN_KEY_CHARACTERS, `must have at least ${MIN_KEY_CHARACTERS} characters`)
  .regex(/^[!-~]*$/, 'must consist of printable ASCII characters without spaces, or no header can carry it')

/** Where everything is kept, and the key of the default account, which may be kept there too. */
export const storage = z
  .object({
    DATA_DIR: variable(text, {
      default: './data',
      description: 'Folder for the database and the audio.',
    }),
    SCRATCH_DIR: optional(text, {
      default: '`DATA_DIR`',
      description:
        'Folder for what a process needs only while it runs, and for open live sessions; used by one process at a time. ' +
        'Processes on the same PostgreSQL database and `DATA_DIR` need one each.',
    }),
    DATABASE_URL: optional(postgresUrl, {
      default: 'SQLite in `DATA_DIR`',
      description:
        'PostgreSQL database to use instead, as `postgres://user:password@host/database`, or ' +
        '`postgres://user@/database?host=/run/postgresql` for a Unix socket; used by any number of processes.',
    }),
    DATABASE_DIRECT_URL: optional(postgresUrl, {
      default: '`DATABASE_URL`',
      description:
        'The same database without a pooler, for the two connections of each process that hold a lock and listen.',
    }),
    DATABASE_CONNECTIONS: variable(count(2, 1_000), {
      default: '10',
      description: 'Connections of this process to PostgreSQL, besides these two.',
    }),
    SERVICE_KEY: optional(serviceKey, {
      default: 'generated at first start',
      description:
        'Key of the account `default`, at least 8 printable ASCII characters; a generated one is kept in ' +
        '`DATA_DIR/service-key`. Changing it revokes the one before it.',
    }),
  })
  .transform((env) => ({
    dataDir: env.DATA_DIR,
    scratchDir: env.SCRATCH_DIR ?? env.DATA_DIR,
    directUrl: env.DATABASE_DIRECT_URL,
    connections: env.DATABASE_CONNECTIONS,
    databaseUrl: env.DATABASE_URL,
    serviceKey: env.SERVICE_KEY,
  }))
