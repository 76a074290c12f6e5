/** Links by which people become members, where no request asks for them: of the command line, and for the first admin. */
import { invitationUrl } from '../contract/invitations.ts'
import type { Who } from '../contract/who.ts'
import type { Store } from '../store/open-store.ts'
import type { Config } from './config.ts'
import { API_PORT } from './config/http.ts'
import { DEFAULT_ACCOUNT } from './default-key.ts'

/** Who invites the first admin. */
const FIRST_START: Who = { kind: 'operator', id: null, name: 'first start' }

/** Milliseconds that the link for the first admin lasts: it is on a terminal, and the next start prints another. */
const FIRST_ADMIN_MS = 3_600_000

/**
 * The base of links for people: PUBLIC_URL, or this machine by its name, since browsers keep no passkeys for addresses.
 * @param url where the service listens; by default, where the configuration says
 */
export function linkBase(
  { publicUrl, port }: Pick<Config['http'], 'publicUrl' | 'port'>,
  url = `http://localhost:${port ?? API_PORT}`,
): string {
  return publicUrl ?? url.replace(/(?<=^https?:\/\/)(?:127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:|$)/, 'localhost')
}

/**
 * A link by which the first member of the default account becomes its admin, in place of one from an earlier start.
 * @param base as `linkBase` returns it
 * @returns null when the account has a member
 */
export async function inviteFirstAdmin(
  { accounts, members, invitations }: Store,
  base: string,
): Promise<string | null> {
  const account = await accounts.ensure(DEFAULT_ACCOUNT)
  for (const { id, createdBy } of await invitations.list(account))
    if (createdBy.kind === FIRST_START.kind && createdBy.name === FIRST_START.name)
      await invitations.remove(account, id)
  if ((await members.list(account)).length > 0) return null
  const { token } = await invitations.create(account, {
    role: 'admin',
    email: null,
    createdBy: FIRST_START,
    expiresAt: Date.now() + FIRST_ADMIN_MS,
  })
  return invitationUrl(base, token)
}
