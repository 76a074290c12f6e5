/** The connection to an OpenID Connect issuer: its discovery document, its keys, and requests to it. */
import { createRemoteJWKSet, customFetch as joseFetch, type RemoteJWKSet } from 'jose'
import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import { SignInError } from './sign-in-error.ts'

/** Timeout of requests to the issuer. */
const TIMEOUT_SECONDS = 5

/** Milliseconds after which the discovery document is fetched again. */
const DISCOVERY_MS = 3_600_000

export interface ConnectionOptions {
  readonly url: string
  readonly clientId: string
  /** Null for a public client. */
  readonly clientSecret: string | null
}

/** The discovered configuration and keys of the issuer. */
export interface Discovered {
  readonly config: oidc.Configuration
  readonly keys: RemoteJWKSet
}

/** Discovers an issuer at the first request, and again every hour. */
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
      // A stale document is better than none.
      allowStaleOnFetchRejection: true,
      noDeleteOnFetchRejection: true,
    })
  }

  /** Aborts requests in progress. */
  close(): void {
    this.#closing.abort()
  }

  /** @throws if there is no earlier discovery document, and the issuer cannot be reached or its answer is not valid */
  async discovered(): Promise<Discovered> {
    const discovered = await this.#discovered.fetch(this.#options.url)
    if (discovered === undefined) throw new SignInError('unavailable', 'it was not discovered')
    return discovered
  }

  /**
   * A copy of a configuration, and a function that returns the refresh token in the answer to a request with it, even if the library
   * rejected the answer.
   */
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

/** Sends the secret in the form if the issuer declares support for it; otherwise in the header, which every issuer supports. */
function authentication(secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None()
  const [inForm, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)]
  return (server, ...rest) => {
    const takesForm = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
    return (takesForm ? inForm : inHeader)(server, ...rest)
  }
}

/** The refresh token in a response of the token endpoint; null if there is none. */
async function refreshTokenIn(answer: Response | null): Promise<string | null> {
  const body = (await answer?.json().catch(() => null)) as { refresh_token?: unknown } | null | undefined
  return typeof body?.refresh_token === 'string' ? body.refresh_token : null
}
