/** The secrets that sign an account's callbacks. */
import { randomBytes } from 'node:crypto'
import type { Db } from '../schema.ts'
import type { Sealer } from './sealer.ts'

/** Milliseconds after a rotation during which callbacks are signed with the previous secret too. */
const PREVIOUS_SECRET_MS = 24 * 3_600_000

/** Size of a secret. Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32

/** The owner for which a secret is sealed. */
const ownerOf = (account: number): string => `callback secret of account ${account}`

const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** The secrets of accounts, the current one first. Creates missing secrets. */
export async function callbackSecrets(
  db: Db,
  sealer: Sealer,
  accounts: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'callback_secret', 'previous_callback_secret', 'previous_callback_secret_until'])
    .where('id', 'in', [...new Set(accounts)])
    .execute()
  const secrets = new Map<number, readonly string[]>()
  for (const { id, callback_secret, ...old } of rows) {
    const previous = old.previous_callback_secret
    const isStillUsed = previous !== null && (old.previous_callback_secret_until ?? 0) > Date.now()
    const current = callback_secret ?? (await ensureSecret(db, sealer, id))
    const used = isStillUsed ? [current, previous] : [current]
    secrets.set(
      id,
      used.map((sealed) => sealer.open(ownerOf(id), sealed)),
    )
  }
  return secrets
}

/** @returns the secret, sealed */
async function ensureSecret(db: Db, sealer: Sealer, account: number): Promise<string> {
  const { callback_secret } = await db
    .updateTable('accounts')
    // Another process may have created one meanwhile.
    .set((eb) => ({
      callback_secret: eb.fn.coalesce('callback_secret', eb.val(sealer.seal(ownerOf(account), newSecret()))),
    }))
    .where('id', '=', account)
    .returning('callback_secret')
    .executeTakeFirstOrThrow()
  if (callback_secret === null) throw new Error(`account ${account} has no secret`)
  return callback_secret
}

/** Gives an account a new secret and returns it. */
export async function rotateSecret(db: Db, sealer: Sealer, account: number): Promise<string> {
  const secret = newSecret()
  await db
    .updateTable('accounts')
    .set((eb) => ({
      previous_callback_secret: eb.ref('callback_secret'),
      previous_callback_secret_until: Date.now() + PREVIOUS_SECRET_MS,
      callback_secret: sealer.seal(ownerOf(account), secret),
    }))
    .where('id', '=', account)
    .execute()
  return secret
}
