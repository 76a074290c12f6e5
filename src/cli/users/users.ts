import { INVITATION_DAYS, invitationRequest, invitationUrl } from '../../contract/invitations.ts'
import type { Role } from '../../contract/roles.ts'
import { OPERATOR } from '../../jobs/caller.ts'
import { readConfig } from '../../service/config.ts'
import { linkBase } from '../../service/invite.ts'
import type { Store } from '../../store/open-store.ts'
import type { Refusal } from '../../store/people/member-store.ts'
import type { User } from '../../store/people/user-store.ts'
import { accountNamed } from '../account-named.ts'
import { CommandError, UsageError } from '../errors.ts'
import { table } from '../table.ts'
import { printable } from '../terminal.ts'
import { withStore } from '../with-store.ts'

const DAY_MS = 86_400_000

/** Prints all users, or those of an account, with a line for each membership. */
export async function listUsers({ account }: { readonly account?: string }): Promise<void> {
  await withStore(async (store) => {
    const { users, members } = store
    const listed = await members.list(account === undefined ? null : await accountNamed(store, account))
    const ways = await users.waysToSignIn()
    const rows = listed.map((member) => [
      member.id,
      printable(member.name),
      printable(member.email ?? ''),
      member.account,
      member.role,
      member.groupRole === member.role ? 'group' : 'invitation',
      timeOf(member.lastSeenAt),
      shownWays(ways.get(member.id)),
    ])
    if (rows.length === 0)
      return void process.stderr.write('There are no users: invite one with "scriptorium users invite"\n')
    const titles = ['ID', 'NAME', 'E-MAIL', 'ACCOUNT', 'ROLE', 'SOURCE', 'LAST SEEN', 'SIGNS IN WITH']
    process.stdout.write(`${table([titles, ...rows])}\n`)
  })
}

interface InviteOptions {
  readonly account: string
  readonly role: Role
  readonly expires?: Date
}

/** Prints a link that makes someone a member of an account. */
export async function inviteUser(
  email: string | undefined,
  { account, role, expires }: InviteOptions,
): Promise<void> {
  const given = invitationRequest.safeParse({ role, email })
  if (!given.success)
    throw new UsageError(`${email}: is not an e-mail address; leave it out if you have none`)
  const { http } = readConfig(process.env)
  await withStore(async (store, changed) => {
    const id = await accountNamed(store, account)
    const { invitation, token } = await store.invitations.create(id, {
      role,
      email: given.data.email,
      createdBy: OPERATOR,
      expiresAt: expires?.getTime() ?? Date.now() + INVITATION_DAYS * DAY_MS,
    })
    changed({ operation: 'createInvitation', account: id, details: { id: invitation.id, role } })
    process.stdout.write(`${invitationUrl(linkBase(http), token)}\n`)
    process.stderr.write(
      `Whoever accepts it first becomes ${role} of ${account}. It is valid until ${timeOf(invitation.expiresAt)}.\n`,
    )
  })
}

interface Membership {
  readonly account: string
}

/** Changes the role of a member of an account. */
export async function setRole(who: string, { account, role }: Membership & { role: Role }): Promise<void> {
  await withStore(async (store, changed) => {
    const id = await accountNamed(store, account)
    const user = await userNamed(store, who)
    refuse(await store.members.setRole(id, user.id, role, true), user, account)
    changed({ operation: 'updateMember', account: id, details: { id: user.id, name: user.name, role } })
    await noteWithoutAdmin(store, account)
  })
}

/** Removes a user from an account, or from all of them. */
export async function removeUser(who: string, { account }: Partial<Membership>): Promise<void> {
  await withStore(async (store, changed) => {
    const { users, members, accounts } = store
    const id = account === undefined ? null : await accountNamed(store, account)
    const user = await userNamed(store, who)
    const memberships = await members.ofUser(user.id)
    const ended = memberships.filter((one) => account === undefined || one.account === account)
    if (id === null) await users.delete(user.id)
    else refuse(await members.remove(id, user.id, true), user, account ?? '')
    for (const { account: name } of ended) {
      const details = { id: user.id, name: user.name }
      changed({
        operation: 'removeMember',
        account: (await accounts.find(name)) ?? undefined,
        details,
      })
    }
    const { length: left } = memberships
    if (ended.length === left) process.stderr.write(`${nameOf(user)} is no longer a user.\n`)
    if (ended.some(({ groupRole }) => groupRole !== null))
      process.stderr.write('A group grants a role: the next sign-in at the identity provider restores it.\n')
    for (const { account: name, role } of ended) if (role === 'admin') await noteWithoutAdmin(store, name)
  })
}

/** Prints where a user is signed in to the console, most recently used devices first. */
export async function listDevices(who: string): Promise<void> {
  await withStore(async (store) => {
    const user = await userNamed(store, who)
    const rows = (await store.consoleSessions.devices(user.id)).map((device) => [
      device.id,
      printable(device.browser),
      timeOf(device.signedInAt),
      timeOf(device.lastUsedAt),
    ])
    if (rows.length === 0) return void process.stderr.write(`${nameOf(user)} is not signed in\n`)
    process.stdout.write(`${table([['ID', 'BROWSER', 'SIGNED IN', 'LAST USED'], ...rows])}\n`)
  })
}

/** Signs a user out of the console, on one device or on all of them. */
export async function signOut(who: string, device?: string): Promise<void> {
  await withStore(async (store, changed) => {
    const { consoleSessions } = store
    const user = await userNamed(store, who)
    const devices = device === undefined ? await consoleSessions.devices(user.id) : [{ id: device }]
    for (const { id } of devices)
      if (!(await consoleSessions.endDevice(user.id, id)) && device !== undefined)
        throw new CommandError(`${nameOf(user)} has no device ${device}: see "scriptorium users devices"`)
    // Recorded without an account, since the user may be in several.
    const { id, name } = user
    changed({ operation: 'endMemberDevice', details: { id, name, ...(device !== undefined && { device }) } })
  })
}

/**
 * The user with an id or an e-mail address. An address must belong to exactly one user, or to exactly one whom no issuer knows, since
 * addresses from an issuer are not trusted that far.
 * @throws {CommandError} if there is no such user, or there are several
 */
async function userNamed({ users }: Store, who: string): Promise<User> {
  const found = await users.named(who)
  const [first] = found
  if (first === undefined) throw new CommandError(`There is no user ${who}: see "scriptorium users list"`)
  const own = found.find(({ id }) => id === who)
  if (own !== undefined || found.length === 1) return own ?? first
  const issuers = await Promise.all(found.map(async ({ id }) => users.issuersOf(id)))
  const [local, ...others] = found.filter((_user, i) => issuers[i]?.length === 0)
  if (local !== undefined && others.length === 0) return local
  const ids = found.map(({ id }) => id)
  throw new CommandError(`Several users have the address ${who}: give the id of one: ${ids.join(', ')}`)
}

/** @throws {CommandError} if the change was refused */
function refuse(refusal: Refusal | null, user: User, account: string): void {
  if (refusal === 'unknown')
    throw new CommandError(`${nameOf(user)} is not a member of ${account}: use "scriptorium users invite"`)
  if (refusal !== null)
    throw new CommandError(
      `${nameOf(user)} has a higher role in ${account} from a group: change the groups at the identity provider`,
    )
}

/** Warns if an account has no admin left. The API never lets this happen. */
async function noteWithoutAdmin(store: Store, account: string): Promise<void> {
  const members = await store.members.list(await accountNamed(store, account))
  if (!members.some(({ role }) => role === 'admin'))
    process.stderr.write(
      `${account} now has no admin: invite one with "scriptorium users invite --account ${account} --role admin".\n`,
    )
}

const nameOf = ({ name, id }: User): string => `${printable(name)} (${id})`

const timeOf = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

function shownWays(
  ways: { readonly passkeys: number; readonly issuers: readonly string[] } | undefined,
): string {
  if (ways === undefined) return ''
  const { passkeys, issuers } = ways
  const counted = passkeys === 0 ? [] : [`${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`]
  return [...counted, ...issuers.map(printable)].join(', ')
}
