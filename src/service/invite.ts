/** Creates invitation links outside of requests: for the command line, and for the first admin. */
import { invitationUrl } from '../contract/invitations.ts'
import type { Who } from '../contract/who.ts'
import type { Store } from '../store/open-store.ts'
import type { Config } from './config.ts'
import { API_PORT } from './config/http.ts'
import { DEFAULT_ACCOUNT } from './default-key.ts'

/** Recorded as the inviter of the first admin. */
const FIRST_START: Who = { kind: 'operator', id: null, name: 'first start' }

/** How long the link for the first admin is valid. It is printed on a terminal, and the next start prints another. */
const FIRST_ADMIN_MS = 3_600_000

/**
 * The base URL of links for people: PUBLIC_URL, or `localhost` instead of an IP address, for which browsers keep no
 * passkeys.
 * @param url where the service listens; by default, as configured
 */
export function linkBase(
  { publicUrl, port }: Pick<Config['http'], 'publicUrl' | 'port'>,
  url = `http://localhost:${port ?? API_PORT}`,
): string {
  return publicUrl ?? url.replace(/(?<=^https?:\/\/)(?:127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:|$)/, 'localhost')
}

/**
 * Creates a link by which the first member of the default account becomes its admin. Replaces that of an earlier start.
 * @param base as returned by `linkBase`
 * @returns null if the account already has a member
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
