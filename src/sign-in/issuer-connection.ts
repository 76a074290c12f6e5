/** How an OpenID Connect issuer is reached: where it says that things are, its keys, and requests to it. */
import { createRemoteJWKSet, customFetch as joseFetch, type RemoteJWKSet } from 'jose'
import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import { SignInError } from './sign-in-error.ts'

/** Seconds that the issuer has for an answer. */
const TIMEOUT_SECONDS = 5

/** Milliseconds after which the discovery document and the place of the keys are fetched again. */
const DISCOVERY_MS = 3_600_000

export interface ConnectionOptions {
  readonly url: string
  readonly clientId: string
  /** Null for a public client. */
  readonly clientSecret: string | null
}

/** What the issuer says of itself. */
export interface Discovered {
  readonly config: oidc.Configuration
  readonly keys: RemoteJWKSet
}

/** Discovers an issuer when it is first asked something, and again every hour. */
export class IssuerConnection {
  readonly #options: ConnectionOptions
  readonly #closing = new AbortController()
  readonly #discovered: LRUCache<string, Discovered>

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#discovered = new LRUCache<string, Discovered>({
      max: 1,
      ttl: DISCOVERY_MS,
      fetchMethod: async (url) => this.#discover(new URL(url)),
      // What was known is better than nothing.
      allowStaleOnFetchRejection: true,
      noDeleteOnFetchRejection: true,
    })
  }

  /** Ends what is in progress. */
  close(): void {
    this.#closing.abort()
  }

  /** @throws when the issuer cannot be reached and was not before, or its answer is not valid */
  async discovered(): Promise<Discovered> {
    const discovered = await this.#discovered.fetch(this.#options.url)
    if (discovered === undefined) throw new SignInError('unavailable', 'it was not discovered')
    return discovered
  }

  /** A configuration like the one given, with the refresh token that came with an answer, even if that was refused. */
  watched(config: oidc.Configuration): {
    readonly config: oidc.Configuration
    readonly replacement: () => Promise<string | null>
  } {
    const { clientId, clientSecret } = this.#options
    const watched = new oidc.Configuration(
      config.serverMetadata(),
      clientId,
      {},
      authentication(clientSecret),
    )
    let answer: Response | null = null
    watched.timeout = TIMEOUT_SECONDS
    watched[oidc.customFetch] = async (target, options) => {
      const response = await this.#fetch(target, options as RequestInit)
      if (response.ok) answer = response.clone()
      return response
    }
    if (this.#isInsecure) oidc.allowInsecureRequests(watched)
    return { config: watched, replacement: async () => refreshTokenIn(answer) }
  }

  get #isInsecure(): boolean {
    return new URL(this.#options.url).protocol === 'http:'
  }

  async #discover(url: URL): Promise<Discovered> {
    const { clientId, clientSecret } = this.#options
    const config = await oidc.discovery(url, clientId, {}, authentication(clientSecret), {
      [oidc.customFetch]: async (target, options) => this.#fetch(target, options as RequestInit),
      timeout: TIMEOUT_SECONDS,
      execute: this.#isInsecure ? [oidc.allowInsecureRequests] : [],
    })
    const { jwks_uri } = config.serverMetadata()
    if (jwks_uri === undefined) throw new SignInError('failed', 'its discovery document has no jwks_uri')
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      [joseFetch]: async (target, options) => this.#fetch(target, options),
      timeoutDuration: TIMEOUT_SECONDS * 1000,
    })
    return { config, keys }
  }

  async #fetch(url: string, { signal, ...options }: RequestInit): Promise<Response> {
    const signals = [this.#closing.signal, ...(signal === undefined || signal === null ? [] : [signal])]
    return fetch(url, { ...options, signal: AbortSignal.any(signals) })
  }
}

/** In the form, if the issuer says that it takes that; else in the header, as every issuer does. */
function authentication(secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None()
  const [inForm, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)]
  return (server, ...rest) => {
    const takesForm = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
    return (takesForm ? inForm : inHeader)(server, ...rest)
  }
}

/** The refresh token in an answer of the token endpoint; null if there is none. */
async function refreshTokenIn(answer: Response | null): Promise<string | null> {
  const body = (await answer?.json().catch(() => null)) as { refresh_token?: unknown } | null | undefined
  return typeof body?.refresh_token === 'string' ? body.refresh_token : null
}
