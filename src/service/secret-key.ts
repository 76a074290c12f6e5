import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { MIN_SECRET_CHARACTERS } from './config/storage.ts'
import { readIfPresent } from '../platform/files/if-present.ts'

/** Name of the file with the secret key, in DATA_DIR unless SECRET_KEY_FILE is set. */
export const SECRET_KEY_NAME = 'secret-key'

type Place = Pick<Config['storage'], 'dataDir' | 'secretKeyFile'>

const fileOf = ({ dataDir, secretKeyFile }: Place): string => secretKeyFile ?? join(dataDir, SECRET_KEY_NAME)

/** Whether there is a secret key. If not, the first start generates one. */
export function hasSecretKey(storage: Config['storage']): boolean {
  return storage.secretKey !== null || existsSync(fileOf(storage))
}

/**
 * The secret key: SECRET_KEY, or, if that is not set, the one in a file, which is generated at the first start.
 * @throws {ConfigError} if the key in the file is too short
 */
export function readSecretKey({ dataDir, secretKey, secretKeyFile }: Config['storage']): string {
  if (secretKey !== null) return secretKey
  const file = fileOf({ dataDir, secretKeyFile })
  const key = readIfPresent(file)?.trim() ?? generate(file)
  if (key.length >= MIN_SECRET_CHARACTERS) return key
  throw new ConfigError(`${file}: must have a secret key of at least ${MIN_SECRET_CHARACTERS} characters`)
}

/** Stores a new key durably before anything is encrypted with it. If several processes do this, the first link wins. */
function generate(file: string): string {
  const key = randomBytes(32).toString('base64')
  const own = `${file}.${randomUUID()}`
  try {
    writeDurably(own, `${key}\n`)
    linkSync(own, file)
    syncFolder(dirname(file))
    return key
  } catch (error) {
    const others = readIfPresent(file)?.trim()
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && others !== undefined) return others
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

function writeDurably(file: string, text: string): void {
  const opened = openSync(file, 'wx', 0o600)
  try {
    writeSync(opened, text)
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
