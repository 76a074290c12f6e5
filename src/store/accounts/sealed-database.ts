/** Binds a database to the secret key that it was first opened with. */
import { randomUUID } from 'node:crypto'
import { InUseError } from '../../platform/files/folder-lock.ts'
import type { Dialect } from '../databases/dialect.ts'
import { DatabaseError, migrate } from '../migrations/index.ts'
import type { Db } from '../schema.ts'
import { Sealer } from './sealer.ts'

/** The id of the only row of `installation`. */
const INSTALLATION = 1

/**
 * Binds a new database to the secret key, or checks that an existing one is bound to it.
 * @throws {DatabaseError} if it is bound to another secret key
 */
export async function claimDatabase({ db }: Dialect, sealer: Sealer): Promise<void> {
  if ((await fingerprintIn(db)) === null) await claim(db, sealer)
  if ((await fingerprintIn(db)) !== sealer.fingerprint)
    throw new DatabaseError(
      'the database belongs to another secret key: set SECRET_KEY to that one, or put its file secret-key back; if it is ' +
        'lost, "scriptorium keys reset-secret" revokes all keys and replaces all callback secrets',
    )
}

/** Whether the database is bound to this secret key; null if it is not bound to any yet. */
export async function isSealedWith({ db }: Dialect, secretKey: string): Promise<boolean | null> {
  const fingerprint = await fingerprintIn(db)
  return fingerprint === null ? null : fingerprint === new Sealer(secretKey).fingerprint
}

/**
 * Binds the database to another secret key: revokes every key, replaces the callback secrets of all accounts, and signs out everybody
 * who signed in at an issuer. No process may be running, because it would continue with the old secret key. For SQLite, the caller
 * ensures this by the lock of the data folder.
 * @throws {InUseError} if a process is using a PostgreSQL database
 */
export async function resetSecretKey(dialect: Dialect, secretKey: string): Promise<void> {
  const { db, wake } = dialect
  try {
    await migrate(dialect)
    await giveTo(dialect, new Sealer(secretKey))
  } finally {
    await wake.close()
    await db.destroy()
  }
}

async function giveTo({ db, now, locksRows }: Dialect, sealer: Sealer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const running = trx.selectFrom('nodes').select('id').where('dead', '=', 0).where('lease_until', '>', now)
    if (locksRows && (await running.executeTakeFirst()) !== undefined)
      throw new InUseError('a process of the service is using the database: stop all of them first')
    await claim(trx, sealer)
    await trx.updateTable('installation').set({ secret_fingerprint: sealer.fingerprint }).execute()
    await trx
      .updateTable('keys')
      // Without its hash, a configured key can be added again.
      .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(Date.now())), hash: eb.ref('id') }))
      .execute()
    // Their tokens are encrypted with the old secret key, so these users have to sign in at the issuer again.
    await trx
      .deleteFrom('console_sessions')
      .where('id', 'in', (eb) => eb.selectFrom('issuer_sessions').select('session_id'))
      .execute()
    await trx
      .updateTable('accounts')
      .set({
        callback_secret: null,
        previous_callback_secret: null,
        previous_callback_secret_until: null,
      })
      .execute()
  })
}

async function fingerprintIn(db: Db): Promise<string | null> {
  const row = await db.selectFrom('installation').select('secret_fingerprint').executeTakeFirst()
  return row?.secret_fingerprint ?? null
}

/** Changes nothing if another process is faster; waits for its commit. */
async function claim(db: Db, { fingerprint }: Sealer): Promise<void> {
  await db
    .insertInto('installation')
    .values({ id: INSTALLATION, secret_fingerprint: fingerprint, history: randomUUID() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
