import { z } from 'zod'
import { optional, text, variable } from './variable.ts'

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
      description: 'Folder for the database and the audio; used by one process at a time.',
    }),
    DATABASE_URL: optional(postgresUrl, {
      default: 'SQLite in `DATA_DIR`',
      description:
        'PostgreSQL database to use instead, as `postgres://user:password@host/database`, or ' +
        '`postgres://user@/database?host=/run/postgresql` for a Unix socket; one service per database.',
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
    databaseUrl: env.DATABASE_URL,
    serviceKey: env.SERVICE_KEY,
  }))
