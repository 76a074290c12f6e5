import { join } from 'node:path'
import { z } from 'zod'
import { count, httpUrl, optional, text, variable } from './variable.ts'

/** In libpq's syntax. `URL` cannot parse one with a user but no host, as for a Unix socket. */
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

/** The length of 24 random bytes in base64. */
export const MIN_SECRET_CHARACTERS = 32

const secretKey = z
  .string()
  .min(
    MIN_SECRET_CHARACTERS,
    `must have at least ${MIN_SECRET_CHARACTERS} characters, such as the output of openssl rand -base64 32`,
  )

const s3 = {
  S3_BUCKET: optional(text, {
    default: 'audio in `DATA_DIR/files`',
    description:
      'Bucket of S3-compatible storage for the audio. The AWS SDK finds the credentials, for instance in ' +
      '`AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. See [Storage](storage.md).',
  }),
  S3_ENDPOINT: optional(httpUrl('https://s3.example.com'), {
    default: 'AWS, in `S3_REGION`',
    description: 'URL of the S3-compatible server.',
  }),
  S3_REGION: variable(text, { default: 'us-east-1', description: 'Region of the bucket.' }),
  S3_PREFIX: optional(text, {
    default: 'none',
    description:
      'Prefix of the names of all objects, such as `audio/`, for a bucket shared with other programs.',
  }),
  S3_PUBLIC_ENDPOINT: optional(httpUrl('https://audio.example.com'), {
    default: 'audio is sent by the service',
    description:
      'URL at which clients reach the S3-compatible server. Downloads of audio are then redirected to signed URLs there.',
  }),
}

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
        'Folder for temporary files and for open live sessions. Each process needs one of its own, even if several share ' +
        '`DATA_DIR`.',
    }),
    DATABASE_URL: optional(postgresUrl, {
      default: 'SQLite in `DATA_DIR`',
      description:
        'PostgreSQL database to use instead, as `postgres://user:password@host/database`, or ' +
        '`postgres://user@/database?host=/run/postgresql` for a Unix socket; used by any number of processes. It may name a ' +
        'primary and its standbys: `postgres://user:password@a:5432,b:5432/database`. See [Standby](scaling.md#standby).',
    }),
    DATABASE_DIRECT_URL: optional(postgresUrl, {
      default: '`DATABASE_URL`',
      description: 'The same database without a pooler, for the connection on which each process listens.',
    }),
    DATABASE_CONNECTIONS: variable(count(2, 1_000), {
      default: '10',
      description:
        'Connections of this process to PostgreSQL, in addition to the one that listens and one for leases.',
    }),
    ...s3,
    SERVICE_KEY: optional(serviceKey, {
      default: 'generated at first start',
      description:
        'Key of the account `default`, at least 8 printable ASCII characters; a generated one is kept in ' +
        '`DATA_DIR/service-key`. Changing it revokes the previous key.',
    }),
    SECRET_KEY: optional(secretKey, {
      default: 'generated at first start',
      description:
        'Protects keys and callback secrets in the database: at least 32 characters, the same for all processes. ' +
        'See [Secrets at rest](administration.md#secrets-at-rest).',
    }),
    SECRET_KEY_FILE: optional(text, {
      default: '`DATA_DIR/secret-key`',
      description: 'File with the secret if `SECRET_KEY` is not set; generated if it is missing.',
    }),
  })
  .transform((env) => ({
    dataDir: env.DATA_DIR,
    /** Folder of the pulled models. */
    modelsDir: join(env.DATA_DIR, 'models'),
    scratchDir: env.SCRATCH_DIR ?? env.DATA_DIR,
    directUrl: env.DATABASE_DIRECT_URL,
    connections: env.DATABASE_CONNECTIONS,
    databaseUrl: env.DATABASE_URL,
    serviceKey: env.SERVICE_KEY,
    secretKey: env.SECRET_KEY,
    secretKeyFile: env.SECRET_KEY_FILE,
    /** Null for audio on disk. */
    s3:
      env.S3_BUCKET === null
        ? null
        : {
            bucket: env.S3_BUCKET,
            endpoint: env.S3_ENDPOINT,
            region: env.S3_REGION,
            prefix: env.S3_PREFIX ?? '',
            publicEndpoint: env.S3_PUBLIC_ENDPOINT,
          },
  }))
