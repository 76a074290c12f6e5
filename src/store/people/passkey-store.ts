import type { Kysely, Selectable } from 'kysely'
import { MAX_PASSKEYS } from '../../contract/passkeys.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { lockUser } from './stored-users.ts'

/** A passkey as stored. Times are milliseconds since 1970. */
export interface StoredPasskey {
  /** In base64url. */
  readonly credentialId: string
  readonly user: string
  /** Origin of the pages on which it is valid. */
  readonly origin: string
  readonly name: string
  /** In COSE format. */
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

type NewPasskey = Omit<StoredPasskey, 'createdAt' | 'lastUsedAt'>

/** The passkeys of users. */
export class PasskeyStore {
  readonly #db: Kysely<Schema>

  constructor({ db }: Dialect) {
    this.#db = db
  }

  /** The passkeys of a user, oldest first. */
  async list(user: string): Promise<StoredPasskey[]> {
    const rows = await this.#db
      .selectFrom('passkeys')
      .selectAll()
      .where('user_id', '=', user)
      .orderBy('created_at')
      .execute()
    return rows.map(passkeyOf)
  }

  async find(credentialId: string): Promise<StoredPasskey | null> {
    const row = await this.#db
      .selectFrom('passkeys')
      .selectAll()
      .where('credential_id', '=', credentialId)
      .executeTakeFirst()
    return row === undefined ? null : passkeyOf(row)
  }

  /** Adds a passkey. @returns null, or why it was refused */
  async add(passkey: NewPasskey): Promise<'no user' | 'too many' | 'known' | null> {
    const { credentialId, user, origin, name, publicKey, counter, transports } = passkey
    return this.#db.transaction().execute(async (db) => {
      // Locks the user, so that the limit holds when several passkeys are added at once.
      if (!(await lockUser(db, user))) return 'no user'
      const others = await db
        .selectFrom('passkeys')
        .select('credential_id')
        .where('user_id', '=', user)
        .execute()
      if (others.length >= MAX_PASSKEYS) return 'too many'
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('passkeys')
        .values({
          ...{ credential_id: credentialId, user_id: user, origin, name, public_key: publicKey, counter },
          ...{ transports: transports.join(), created_at: Date.now(), last_used_at: null },
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n ? null : 'known'
    })
  }

  /**
   * Records a sign-in with a passkey.
   * @param counter the signature counter of the authenticator; 0 if it has none
   * @returns false if the passkey was used meanwhile: two sign-ins with the same counter mean that it was copied
   */
  async use({ credentialId, counter: before }: StoredPasskey, counter: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('passkeys')
      .set({ counter, last_used_at: Date.now() })
      .where('credential_id', '=', credentialId)
      .where('counter', '=', before)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** @returns whether the user has this passkey */
  async rename(user: string, credentialId: string, name: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('passkeys')
      .set({ name })
      .where('user_id', '=', user)
      .where('credential_id', '=', credentialId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** @returns whether the user had this passkey */
  async remove(user: string, credentialId: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('passkeys')
      .where('user_id', '=', user)
      .where('credential_id', '=', credentialId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
}

function passkeyOf(row: Selectable<Schema['passkeys']>): StoredPasskey {
  return {
    credentialId: row.credential_id,
    user: row.user_id,
    origin: row.origin,
    name: row.name,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports === '' ? [] : row.transports.split(','),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
