/** A database belongs to the secret key that it was first opened with. */
import { randomUUID } from 'node:crypto'
import { InUseError } from '../../platform/files/folder-lock.ts'
import type { Dialect } from '../databases/dialect.ts'
import { DatabaseError, migrate } from '../migrations/index.ts'
import type { Db } from '../schema.ts'
import { Sealer } from './sealer.ts'

/** The id of the only row about the installation. */
const INSTALLATION = 1

/**
 * Gives a new database to the secret key, and checks that any other belongs to it.
 * @throws {DatabaseError} when it belongs to another one
 */
export async function claimDatabase({ db }: Dialect, sealer: Sealer): Promise<void> {
  if ((await fingerprintIn(db)) === null) await claim(db, sealer)
  if ((await fingerprintIn(db)) !== sealer.fingerprint)
    throw new DatabaseError(
      'the database belongs to another secret key: set SECRET_KEY to that one, or put its file secret-key back; if it is ' +
        'lost, "scriptorium keys reset-secret" revokes all keys and replaces all callback secrets',
    )
}

/** Whether the database belongs to a secret key; null if it belongs to none yet. */
export async function isSealedWith({ db }: Dialect, secretKey: string): Promise<boolean | null> {
  const fingerprint = await fingerprintIn(db)
  return fingerprint === null ? null : fingerprint === new Sealer(secretKey).fingerprint
}

/**
 * Gives the database to another secret key: every key is revoked, every account gets new callback secrets, and who signed in at an
 * issuer is signed out. A process that runs
 * would go on with the key before: that of SQLite is kept away by the lock of its folder.
 * @throws {InUseError} when a process uses the database, on PostgreSQL
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
      // A key that is configured again is added again.
      .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(Date.now())), hash: eb.ref('id') }))
      .execute()
    // They have tokens that were encrypted: whoever signed in at an issuer does so again.
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

/** Changes nothing when another process was first, for which this waits. */
async function claim(db: Db, { fingerprint }: Sealer): Promise<void> {
  await db
    .insertInto('installation')
    .values({ id: INSTALLATION, secret_fingerprint: fingerprint, history: randomUUID() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
