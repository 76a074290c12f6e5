import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type SqlBool } from 'kysely'
import { newToken, tokenHash } from '../../jobs/token.ts'
import { highestRole, type Role } from '../../contract/roles.ts'
import type { Who } from '../../contract/who.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db, Schema } from '../schema.ts'
import { deleteWithoutMembership, putMembership, roleFrom } from './memberships.ts'
import { addUser, type IssuerProfile, lockKnownUser, lockUser } from './stored-users.ts'

/** An invitation that has not been accepted. Times are milliseconds since 1970. */
export interface InvitationInfo {
  readonly id: string
  readonly role: Role
  readonly email: string | null
  readonly createdBy: Who
  readonly createdAt: number
  readonly expiresAt: number
}

/** An invitation as the invited person sees it. */
export interface Offer extends InvitationInfo {
  readonly account: number
  readonly accountName: string
}

/** Who accepts an invitation: a user, a new person, or a person with an identity at an issuer. */
export type Guest =
  | { readonly user: string }
  | { readonly name: string }
  | { readonly profile: IssuerProfile }

/**
 * Invitations. The token in a link is 256 random bits, of which only the hash is stored. The transaction that adds the member deletes the
 * invitation, so that it can be accepted only once.
 */
export class InvitationStore {
  readonly #db: Kysely<Schema>

  constructor({ db }: Dialect) {
    this.#db = db
  }

  /** @returns the invitation, and the token of its link, which cannot be read again */
  async create(
    account: number,
    given: Pick<InvitationInfo, 'role' | 'email' | 'createdBy' | 'expiresAt'>,
  ): Promise<{ readonly invitation: InvitationInfo; readonly token: string }> {
    const { role, email, createdBy, expiresAt } = given
    const [id, token, createdAt] = [randomUUID(), newToken(), Date.now()]
    await this.#db
      .insertInto('invitations')
      .values({
        ...{ id, account, role, email, token_hash: tokenHash(token) },
        ...{
          created_by: JSON.stringify(createdBy),
          user_id: createdBy.kind === 'user' ? createdBy.id : null,
        },
        ...{ created_at: createdAt, expires_at: expiresAt },
      })
      .execute()
    return { token, invitation: { id, role, email, createdBy, createdAt, expiresAt } }
  }

  /** The valid invitations of an account, oldest first. */
  async list(account: number): Promise<InvitationInfo[]> {
    await this.#db.deleteFrom('invitations').where('expires_at', '<=', Date.now()).execute()
    const rows = await this.#valid()
      .where('invitations.account', '=', account)
      .orderBy('invitations.created_at')
      .execute()
    return rows.map((row) => infoOf(row))
  }

  /** Withdraws an invitation. @returns whether it existed */
  async remove(account: number, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('invitations')
      .where('account', '=', account)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  /** The invitation of a link; null if it was accepted or withdrawn, has expired, or never existed. */
  async find(token: string): Promise<Offer | null> {
    const row = await this.#valid().where('token_hash', '=', tokenHash(token)).executeTakeFirst()
    return row === undefined ? null : { ...infoOf(row), account: row.account, accountName: row.accountName }
  }

  /**
   * Makes the guest a member. A higher role from an earlier invitation stays, and so does a role from a group.
   * @returns the user and the account; null if the invitation is not valid, or if the user no longer exists, in which case the invitation
   * stays valid
   */
  async accept(token: string, guest: Guest): Promise<{ user: string; account: number } | null> {
    return this.#db.transaction().execute(async (db) => {
      // Before the invitation: every transaction locks a user before what belongs to the user.
      const known = await lockKnown(db, guest)
      if (known === null && !('name' in guest)) return null
      const taken = await db
        .deleteFrom('invitations')
        .where('token_hash', '=', tokenHash(token))
        .where('expires_at', '>', Date.now())
        .where(isOfAdmin)
        .returning(['account', 'role', 'email'])
        .executeTakeFirst()
      if (taken === undefined) {
        if (known !== null) await deleteWithoutMembership(db, known)
        return null
      }
      const { account, role, email } = taken
      const user = 'name' in guest ? await addUser(db, { name: guest.name, email }) : (known ?? '')
      const present = await roleFrom(db, account, user, 'invitation')
      await putMembership(db, account, user, 'invitation', highestRole([role, present ?? role]) ?? role)
      return { user, account }
    })
  }

  #valid() {
    return this.#db
      .selectFrom('invitations')
      .innerJoin('accounts', 'accounts.id', 'invitations.account')
      .select([
        'invitations.id',
        'invitations.account',
        'accounts.name as accountName',
        'role',
        'email',
        'created_by',
        'invitations.created_at as createdAt',
        'expires_at as expiresAt',
      ])
      .where('expires_at', '>', Date.now())
      .where(isOfAdmin)
      .where('accounts.deleted_at', 'is', null)
  }
}

/** Condition on an invitation: it was not created by a user, or its creator is still an admin of the account. */
const isOfAdmin = sql<SqlBool>`(invitations.user_id is null or exists (
  select 1 from memberships
  where memberships.account = invitations.account and memberships.user_id = invitations.user_id
    and memberships.role = 'admin'))`

/** Locks a guest who is a user or has an identity at an issuer. @returns the id; null for a new person, or a user who no longer exists */
async function lockKnown(db: Db, guest: Guest): Promise<string | null> {
  if ('profile' in guest) return lockKnownUser(db, guest.profile)
  return 'user' in guest && (await lockUser(db, guest.user)) ? guest.user : null
}

function infoOf(row: {
  id: string
  role: Role
  email: string | null
  created_by: string
  createdAt: number
  expiresAt: number
}): InvitationInfo {
  const { id, role, email, created_by, createdAt, expiresAt } = row
  return { id, role, email, createdBy: JSON.parse(created_by) as Who, createdAt, expiresAt }
}
