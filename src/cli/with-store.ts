import { pino } from 'pino'
import { type AuditedChange, AuditLog } from '../jobs/audit-log.ts'
import { OPERATOR } from '../jobs/caller.ts'
import { type Config, readConfig } from '../service/config.ts'
import { openPrivateFolder } from '../platform/files/private-folder.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { readSecretKey } from '../service/secret-key.ts'
import { database, databaseAddress } from '../store/configured-database.ts'
import type { Dialect } from '../store/databases/dialect.ts'
import { unusableDatabase } from '../store/unusable-database.ts'

/** A change by an operator, with the API operation that does the same, if there is one. */
type Change = Pick<AuditedChange, 'operation' | 'account' | 'details'>

/**
 * Opens the store while it is used. A service may be running on the same database; changes take effect in it within a second.
 * @param use called with the store; its `changed` records a change in the audit
 */
export async function withStore(
  use: (store: Store, changed: (change: Change) => void) => Promise<void>,
): Promise<void> {
  const { limits, retention } = readConfig(process.env)
  await withDatabase(async (dialect, secretKey) => {
    const store = await openStore(dialect, secretKey, limits)
    const audit = new AuditLog(store.audit, { log: pino({ level: 'silent' }), days: retention.auditDays })
    try {
      await use(store, (change) => void audit.record({ by: OPERATOR, ...change }))
    } finally {
      await audit.close()
      await store.close()
    }
  })
}

export async function withDatabase(
  use: (dialect: Dialect, secretKey: string) => Promise<void>,
): Promise<void> {
  const { storage } = readConfig(process.env)
  openPrivateFolder(storage.dataDir)
  try {
    await use(database(storage), readSecretKey(storage))
  } catch (error) {
    throw unusableDatabase(error, databaseAddress(storage))
  }
}

/** Opens the database for reading while it is used. */
export async function readDatabase<Result>(
  storage: Config['storage'],
  use: (dialect: Dialect) => Promise<Result>,
): Promise<Result> {
  try {
    const dialect = database(storage, { readOnly: true })
    try {
      return await use(dialect)
    } finally {
      await dialect.db.destroy()
    }
  } catch (error) {
    throw unusableDatabase(error, databaseAddress(storage))
  }
}
