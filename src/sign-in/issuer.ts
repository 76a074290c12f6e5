import { errors, jwtVerify, type RemoteJWKSet } from 'jose'
import * as oidc from 'openid-client'
import type { Logger } from 'pino'
import type { Grant } from '../store/people/grant-store.ts'
import type { IssuerProfile } from '../store/people/stored-users.ts'
import { type GroupGrants, grantsOf, groupsIn } from './grants.ts'
import { type ConnectionOptions, type Discovered, IssuerConnection } from './issuer-connection.ts'
import { profileOf } from './profile.ts'
import { SignInError, signInError } from './sign-in-error.ts'

/** Maximum age of a logout token, which the issuer sends as soon as the person signs out. */
const LOGOUT_SECONDS = 120
/** Maximum difference between the clocks of the issuer and of this machine. */
const SKEW_SECONDS = 10

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

const SCOPES = ['openid', 'profile', 'email']

export interface IssuerOptions extends ConnectionOptions, GroupGrants {
  /** The name shown to people. */
  readonly name: string
  /** The scopes to request; null to choose them by what the issuer supports. */
  readonly scopes: readonly string[] | null
  /** Name of the claim with the groups. */
  readonly groupsClaim: string
}

/** The state of a started sign-in, needed to finish it. */
export interface Pending {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** What the issuer says about a person. */
export interface Said {
  readonly profile: IssuerProfile
  /** What the person's groups grant. */
  readonly grants: readonly Grant[]
}

/** What the issuer returns at a sign-in. */
export interface SignedIn extends Said {
  readonly idToken: string
  /** Null if the issuer returned none. */
  readonly refreshToken: string | null
  /** The issuer's id of the session; null if it has none. */
  readonly sid: string | null
}

/** Which sessions at the issuer have ended. At least one of `sid` and `subject` is not null. */
export interface LoggedOut {
  readonly issuer: string
  readonly sid: string | null
  readonly subject: string | null
  /** Only sessions that began before this time have ended, in milliseconds since 1970. */
  readonly until: number
}

type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers

/** What the issuer returned for a refresh token. */
export interface Refreshed {
  /** The new refresh token; null if the previous one stays valid. */
  readonly refreshToken: string | null
  /** The tokens, or why they are not valid. */
  readonly tokens: Tokens | SignInError
}

/** The OpenID Connect issuer at which people sign in. It is contacted only when somebody does. */
export class Issuer {
  readonly name: string
  readonly #options: IssuerOptions
  readonly #log: Logger
  readonly #connection: IssuerConnection

  constructor(options: IssuerOptions, log: Logger) {
    this.name = options.name
    this.#options = options
    this.#log = log
    this.#connection = new IssuerConnection(options)
  }

  /** Aborts requests in progress. */
  close(): void {
    this.#connection.close()
  }

  /**
   * Begins a sign-in.
   * @returns the URL to send the browser to, and the state for `finish`
   * @throws {SignInError}
   */
  async begin(redirectUri: string): Promise<{ readonly url: string; readonly pending: Pending }> {
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
    return this.#ask(async ({ config }) => {
      const url = oidc.buildAuthorizationUrl(config, {
        ...{ redirect_uri: redirectUri, scope: this.#scopesAt(config), state, nonce },
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, pending: { redirectUri, state, nonce, verifier } }
    })
  }

  /**
   * Finishes a sign-in.
   * @param query the query with which the issuer sent the browser back
   * @throws {SignInError}
   */
  async finish({ redirectUri, state, nonce, verifier }: Pending, query: string): Promise<SignedIn> {
    const url = new URL(redirectUri)
    url.search = query
    if (url.searchParams.get('state') !== state)
      throw new SignInError('expired', 'the state is that of another sign-in')
    return this.#ask(async (discovered) => {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
      const tokens = await oidc.authorizationCodeGrant(discovered.config, url, checks)
      const sid = tokens.claims()?.['sid']
      return {
        ...(await this.#said(discovered, tokens, { needed: ['name', ...this.#neededGroups] })),
        idToken: tokens.id_token ?? '',
        refreshToken: tokens.refresh_token ?? null,
        sid: typeof sid === 'string' ? sid : null,
      }
    })
  }

  /**
   * Exchanges a refresh token. It may be valid only once, so store its replacement before doing anything else.
   * @param token.issuer the issuer of the token, which is not sent to any other
   * @throws {SignInError} `expired` if the token is no longer valid
   */
  async refresh({
    issuer,
    refreshToken,
  }: {
    readonly issuer: string
    readonly refreshToken: string
  }): Promise<Refreshed> {
    return this.#ask(async ({ config }) => {
      if (config.serverMetadata().issuer !== issuer)
        throw new SignInError('expired', `the session began at ${issuer}`)
      const { config: own, replacement } = this.#connection.watched(config)
      try {
        const tokens = await oidc.refreshTokenGrant(own, refreshToken)
        return { refreshToken: tokens.refresh_token ?? null, tokens }
      } catch (error) {
        const replaced = await replacement()
        if (replaced === null) throw error
        return { refreshToken: replaced, tokens: signInError(error) }
      }
    })
  }

  /**
   * What the issuer now says about a person, after a refresh.
   * @throws {SignInError}
   */
  async said({ tokens }: Refreshed, subject: string): Promise<Said> {
    return this.#ask(async (discovered) => {
      if (tokens instanceof SignInError) throw tokens
      return this.#said(discovered, tokens, { needed: this.#neededGroups, subject })
    })
  }

  /**
   * The URL at which the browser signs out at the issuer and returns to `returnTo`; null if that is not possible.
   * @param session.issuer the issuer of the session, whose ID token is not sent to any other
   */
  async signOutUrl(
    { issuer, idToken }: { readonly issuer: string; readonly idToken: string },
    returnTo: string,
  ): Promise<string | null> {
    try {
      return await this.#ask(async ({ config }) =>
        config.serverMetadata().end_session_endpoint === undefined ||
        config.serverMetadata().issuer !== issuer
          ? null
          : oidc.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: returnTo })
              .href,
      )
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'somebody cannot be signed out at the issuer')
      return null
    }
  }

  /**
   * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6).
   * @throws {SignInError}
   */
  async loggedOut(token: string): Promise<LoggedOut> {
    return this.#ask(async ({ config, keys }) => {
      const { issuer } = config.serverMetadata()
      const { payload } = await jwtVerify(token, keys, {
        ...{ issuer, audience: this.#options.clientId, requiredClaims: ['iat', 'jti'] },
        ...{ maxTokenAge: LOGOUT_SECONDS, clockTolerance: SKEW_SECONDS },
      })
      const { iat = 0, sub = null, sid: id, events, nonce } = payload
      const sid = typeof id === 'string' ? id : null
      if (typeof events !== 'object' || events === null || !(LOGOUT_EVENT in events) || nonce !== undefined)
        throw new SignInError('failed', 'the token is not a logout token')
      if (sub === null && sid === null) throw new SignInError('failed', 'the logout token names nobody')
      return { issuer, sid, subject: sub, until: (iat + SKEW_SECONDS) * 1000 }
    })
  }

  /**
   * What the tokens say about a person.
   * @param about.needed claims to get from the user info if the ID token lacks them
   * @param about.subject the person to whom the tokens must belong
   */
  async #said(
    { config, keys }: Discovered,
    tokens: Tokens,
    { needed, subject: expected }: { readonly needed: readonly string[]; readonly subject?: string },
  ): Promise<Said> {
    const server = config.serverMetadata()
    if (tokens.id_token !== undefined) await verifySignature(tokens.id_token, keys)
    // A refresh need not return an ID token; then the user info tells to whom the tokens belong.
    const told = tokens.claims()
    const subject = told?.sub ?? expected
    if (subject === undefined || (expected !== undefined && subject !== expected))
      throw new SignInError('failed', 'the tokens are those of somebody else')
    const isEnough = told !== undefined && needed.every((name) => name in told)
    if (told === undefined && server.userinfo_endpoint === undefined && this.#neededGroups.length > 0)
      throw new SignInError('failed', 'the issuer gave neither an ID token nor user info: groups are unknown')
    const claims: Readonly<Record<string, unknown>> =
      isEnough || server.userinfo_endpoint === undefined
        ? { ...told }
        : { ...(await oidc.fetchUserInfo(config, tokens.access_token, subject)), ...told }
    return {
      profile: { issuer: server.issuer, subject, ...profileOf(claims) },
      grants: grantsOf(this.#groupsIn(claims), this.#options),
    }
  }

  /** @throws {SignInError} if groups grant roles but are missing from the claims, which does not mean that there are none */
  #groupsIn(claims: Readonly<Record<string, unknown>>): readonly string[] {
    if (this.#options.groups.length === 0) return []
    const groups = groupsIn(claims, this.#options.groupsClaim)
    if (groups !== null) return groups
    throw new SignInError(
      'failed',
      'the issuer omitted the groups of somebody who has too many: configure it to send fewer',
    )
  }

  get #neededGroups(): readonly string[] {
    return this.#options.groups.length === 0 ? [] : [this.#options.groupsClaim]
  }

  /** Includes `offline_access` if the issuer lists it: many return no refresh token without it, and others reject it. */
  #scopesAt(config: oidc.Configuration): string {
    const { scopes_supported: supported = [] } = config.serverMetadata()
    const offline = supported.filter((scope) => scope === 'offline_access')
    return (this.#options.scopes ?? [...SCOPES, ...offline]).join(' ')
  }

  async #ask<Answer>(ask: (discovered: Discovered) => Promise<Answer>): Promise<Answer> {
    try {
      return await ask(await this.#connection.discovered())
    } catch (error) {
      throw signInError(error)
    }
  }
}

/** Verifies the signature of an ID token whose claims have been checked. If its key is unknown, fetches the keys again. */
async function verifySignature(idToken: string, keys: RemoteJWKSet): Promise<void> {
  const options = { clockTolerance: SKEW_SECONDS }
  try {
    await jwtVerify(idToken, keys, options)
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    // Needs no rate limit: the token comes from the issuer itself, so others cannot trigger this.
    await keys.reload()
    await jwtVerify(idToken, keys, options)
  }
}
