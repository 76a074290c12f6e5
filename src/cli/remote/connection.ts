import { Scriptorium } from '../../../clients/typescript/src/index.ts'
import { UsageError } from '../errors.ts'
import type { Io } from './io.ts'
import { readLogin } from './saved-login.ts'

export interface ConnectionOptions {
  readonly url?: string
  readonly key?: string
}

/** Where the service listens by default. */
const DEFAULT_URL = 'http://localhost:8080'

/**
 * The server to talk to: from the options, the environment or the last login, or else on this machine.
 * @throws {UsageError} if it is not a URL
 */
export function serverUrl({ url }: ConnectionOptions, env: Io['env']): string {
  const text = url ?? (env['SCRIPTORIUM_URL'] || readLogin(env)?.url) ?? DEFAULT_URL
  const parsed = URL.parse(text)
  if (parsed !== null && /^https?:$/.test(parsed.protocol)) return parsed.href.replace(/(?<!\/)\/+$/, '')
  throw new UsageError(`--url: ${text} must be an http:// or https:// URL`)
}

/**
 * A client of the server. The key of the last login is sent only to the server of that login.
 * @throws {UsageError} if there is no key
 */
export function connect(options: ConnectionOptions, env: Io['env']): Scriptorium {
  const url = serverUrl(options, env)
  const given = options.key ?? env['SCRIPTORIUM_KEY']
  const login = given ? null : readLogin(env)
  const key = given || (login?.url === url ? login.key : undefined)
  if (key !== undefined) return new Scriptorium({ url, key })
  throw new UsageError(`there is no key for ${url}: run "scriptorium login", or set SCRIPTORIUM_KEY`)
}
