/** Checks of the database, and of the secret key that it belongs to. */
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import type { Config } from '../../service/config.ts'
import { hasSecretKey, readSecretKey } from '../../service/secret-key.ts'
import { isSealedWith } from '../../store/accounts/sealed-database.ts'
import { databaseAddress } from '../../store/configured-database.ts'
import type { Dialect } from '../../store/databases/dialect.ts'
import { appliedMigrations, NEWEST_MIGRATION } from '../../store/migrations/index.ts'
import { readDatabase } from '../with-store.ts'
import { fail, type Finding, ok, warn } from './finding.ts'
import { isWritable } from './folders.ts'

export async function database({ storage }: Config): Promise<Finding> {
  const address = databaseAddress(storage)
  const takesWrites = async ({ db, locksRows }: Dialect): Promise<boolean> => {
    if (!locksRows) return isWritable(address)
    const { rows } = await sql<{ off: boolean }>`
      select current_setting('transaction_read_only') = 'off' as off`.execute(db)
    return rows[0]?.off === true
  }
  const checked = await withDatabase(storage, async (dialect) => {
    if (!(await takesWrites(dialect)))
      return fail(`${address} is read-only`, 'connect to the primary server, or change the owner of the file')
    const schema = (await appliedMigrations(dialect)).at(-1)
    if (schema === undefined) return ok(`${address} is empty; the first start sets it up`)
    if (schema === NEWEST_MIGRATION) return ok(`${address}, schema ${schema}`)
    return warn(
      `${address} has the older schema ${schema}`,
      `make a backup, then start this version, which upgrades it to ${NEWEST_MIGRATION}`,
    )
  })
  return checked ?? ok(`${address} will be created at the first start`)
}

export async function secretKey({ storage }: Config): Promise<Finding> {
  const isThere = hasSecretKey(storage)
  const key = isThere ? readSecretKey(storage) : ''
  // The check of the database reports one that cannot be read.
  const isSealed = await withDatabase(storage, async (dialect) =>
    (await appliedMigrations(dialect)).at(-1) === NEWEST_MIGRATION ? isSealedWith(dialect, key) : null,
  ).catch(() => null)
  if (isSealed === false)
    return fail(
      isThere ? 'the database belongs to another secret key' : 'missing, but the database belongs to one',
      'set SECRET_KEY to it, or put its file back; if it is lost, "scriptorium keys reset-secret" revokes all keys',
    )
  if (!isThere) return ok('none yet; the first start generates it')
  return ok(isSealed ? 'matches the database' : 'present')
}

/** @returns null if the SQLite database does not exist */
async function withDatabase<Result>(
  storage: Config['storage'],
  use: (dialect: Dialect) => Promise<Result>,
): Promise<Result | null> {
  if (storage.databaseUrl === null && !existsSync(databaseAddress(storage))) return null
  return readDatabase(storage, use)
}
