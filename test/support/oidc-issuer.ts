/** An OpenID Connect issuer in this process, by a certified library, where people sign in with one click. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { type Configuration, type JWK, Provider } from 'oidc-provider'

const CLIENT = { id: 'scriptorium', secret: 'the-secret-of-the-client' }
const ALGORITHM = 'ES256'

/** A person as the issuer knows them. */
export interface Person {
  name?: string
  email?: string
  groups?: readonly string[]
}

/** Where the service is. */
interface Registered {
  /** The URL for browsers. */
  readonly publicUrl: string
  /** The URL for the issuer. */
  readonly url: string
}

export class OidcIssuer {
  /** By subject. */
  readonly people = new Map<string, Person>()
  /** Whether it issues refresh tokens. */
  givesRefreshTokens = true
  /** Changes the ID tokens that it signs. */
  forge: ((claims: JWTPayload) => JWTPayload) | null = null
  /** Whether it signs them with a key other than the one it names. */
  signsWithAnotherKey = false
  /** Whether it has no user info endpoint, and issues no ID token for a refresh token. */
  isTerse = false
  /** The error that its token endpoint returns; null for none. */
  tokenError: string | null = null
  /** Whether it closes connections without an answer. */
  isAway = false
  /** The grant types for which it has issued tokens so far. */
  readonly grants: string[] = []

  readonly url: string
  readonly #server
  #provider: Provider | null = null
  #registered: Registered | null = null
  #key: JWK = {}

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (this.isAway) request.socket.destroy()
      else void this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error))
    })
  }

  static async start(): Promise<OidcIssuer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = new OidcIssuer(server)
    await issuer.rotateKeys()
    return issuer
  }

  /** The configuration with which a service uses it. */
  get env(): Record<string, string> {
    return { OIDC_ISSUER: this.url, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret }
  }

  get secrets(): string[] {
    return [CLIENT.secret]
  }

  register(service: Registered): void {
    this.#registered = service
    this.#provider = this.#newProvider()
  }

  /** Replaces its signing key, and forgets the previous one. */
  async rotateKeys(): Promise<void> {
    const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
    this.#key = {
      ...(await exportJWK(privateKey)),
      kid: crypto.randomUUID(),
      alg: ALGORITHM,
      use: 'sig',
    }
    if (this.#registered !== null) this.#provider = this.#newProvider()
  }

  /** Signs a token. @param key signs with this key instead, under the id of its own */
  async sign(claims: JWTPayload, key: CryptoKey | null = null): Promise<string> {
    const header = { alg: ALGORITHM, kid: this.#key.kid ?? '' }
    return new SignJWT(claims).setProtectedHeader(header).sign(key ?? (this.#key as never))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #newProvider(): Provider {
    const service = this.#registered!
    const configuration: Configuration = {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          token_endpoint_auth_method: 'client_secret_post',
          grant_types: ['authorization_code', 'refresh_token'],
          redirect_uris: [`${service.publicUrl}/console/issuer/callback`],
          post_logout_redirect_uris: [`${service.publicUrl}/console/`],
          backchannel_logout_uri: `${service.url}/console/issuer/logout`,
          backchannel_logout_session_required: true,
          id_token_signed_response_alg: ALGORITHM,
        },
      ],
      jwks: { keys: [this.#key] },
      cookies: { keys: ['a-key-of-the-cookies'] },
      claims: { openid: ['sub', 'groups'], profile: ['name'], email: ['email'] },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (context, form) => {
            context.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`
          },
        },
      },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      fetch: async (target, options) => {
        // Its dispatcher reaches no loopback address.
        const { body, headers, method, signal } = options ?? {}
        return fetch(target, { body, headers, method, signal } as RequestInit)
      },
      issueRefreshToken: async () => this.givesRefreshTokens,
      rotateRefreshToken: true,
      findAccount: async (_context, subject) =>
        this.people.has(subject)
          ? { accountId: subject, claims: async () => ({ sub: subject, ...this.people.get(subject) }) }
          : undefined,
      loadExistingGrant: async (context) => {
        const { client, session, provider } = context.oidc
        const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
    }
    const provider = new Provider(this.url, configuration)
    provider.use(async (context, next) => {
      await next()
      const body = context.body as { id_token?: string; userinfo_endpoint?: string } | null
      if (this.isTerse) {
        delete body?.userinfo_endpoint
        if (context.oidc?.params?.['grant_type'] === 'refresh_token') delete body?.id_token
      }
      if (context.path !== '/token' || typeof body?.id_token !== 'string') return
      const claims = decodeJwt(body.id_token)
      const key = this.signsWithAnotherKey ? (await generateKeyPair(ALGORITHM)).privateKey : null
      if (this.forge !== null || key !== null)
        body.id_token = await this.sign(this.forge?.(claims) ?? claims, key)
    })
    provider.on('grant.success', ({ oidc }) => this.grants.push(String(oidc.params?.['grant_type'])))
    return provider
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider!
    if (this.tokenError !== null && request.url === '/token') {
      response.writeHead(400, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ error: this.tokenError }))
    }
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    if (request.method === 'POST') {
      const accountId = new URLSearchParams(await text(request)).get('subject') ?? ''
      return provider.interactionFinished(request, response, { login: { accountId } })
    }
    response.setHeader('content-type', 'text/html')
    response.end('<form method="post"><input name="subject"><button>Sign in</button></form>')
  }
}
