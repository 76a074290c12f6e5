/** Begins and shows console sessions, for all ways to sign in. */
import bowser from 'bowser'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleSession } from '../../contract/console-session.ts'
import type { ConsoleSession as StoredSession, Holder } from '../../store/people/console-session-store.ts'
import { isOperator, setCaller } from './authentication.ts'
import { setConsoleCookie } from './console-cookie.ts'
import { notSignedIn } from '../errors.ts'
import type { Parts } from '../parts.ts'

/** The account that a user's session begins in: the first one by name; null if the user has none. */
export async function firstAccount(
  { members, accounts }: Parts['store'],
  user: string,
): Promise<number | null> {
  for (const membership of await members.ofUser(user)) {
    // An account that is being deleted is not found.
    const account = await accounts.find(membership.account)
    if (account !== null) return account
  }
  return null
}

/** Begins a console session, and sets its cookie. */
export async function beginConsoleSession(
  { store: { consoleSessions } }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  holder: Holder,
  alongside?: Parameters<typeof consoleSessions.begin>[2],
): Promise<StoredSession> {
  const token = await consoleSessions.begin(holder, browserOf(request), alongside)
  const session = await consoleSessions.find(token)
  // The user was removed in the meantime.
  if (session === null) throw notSignedIn()
  setCaller(request, session)
  setConsoleCookie(reply, token)
  return session
}

/** A console session as sent in responses. */
export async function shownSession(parts: Parts, session: StoredSession): Promise<ConsoleSession> {
  const { members } = parts.store
  const { user, key, accountName } = session
  // Sessions that began with a personal key are shown like those of any other key.
  const isPerson = user !== null && key === null
  const accounts = isPerson ? (await members.ofUser(user)).map(({ account }) => account) : [accountName]
  return {
    account: accountName,
    who: session.who,
    role: isPerson ? session.role : null,
    accounts,
    scopes: [...session.scopes],
    operator: isOperator(session, parts),
    expires_at: session.expiresAt.toISOString(),
    language_model: (await parts.capabilities()).languageModel,
  }
}

/** Maximum length of the name of a browser, since the header can contain any text. */
const MAX_BROWSER = 60

/** The names of the browser and operating system that sent a request. */
export function browserOf({ headers }: FastifyRequest): string {
  const agent = headers['user-agent']
  if (agent === undefined || agent === '') return 'unknown browser'
  const { browser, os } = bowser.parse(agent.slice(0, 500))
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return names.length === 0 ? 'unknown browser' : names.join(' on ').slice(0, MAX_BROWSER)
}
