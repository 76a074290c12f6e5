import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { displayName, label } from '../../contract/label.ts'
import { role } from '../../contract/members.ts'
import { httpUrl, list, optional, text, variable } from './variable.ts'

const issuerUrl = httpUrl('https://login.example.com').refine((url) => {
  const parsed = URL.parse(url)
  // The schema of the URL reports that it cannot be parsed.
  if (parsed === null) return true
  const { protocol, hostname, username, search, hash } = parsed
  return (protocol === 'https:' || isLoopback(hostname)) && username + search + hash === ''
}, 'must be an https URL without user name and query; http is only for this machine, such as http://localhost:9000')

function isLoopback(hostname: string): boolean {
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
}

/** A role in an account, as `account:role`. */
const grant = z
  .string()
  .transform((value) => {
    const at = value.lastIndexOf(':')
    return { account: value.slice(0, Math.max(0, at)).trim(), role: value.slice(at + 1).trim() }
  })
  .pipe(z.object({ account: label(100), role }))

const GRANT_FAULT = 'must be an account and a role, viewer, editor or admin, such as team-a:viewer'

const everyone = z
  .string()
  .refine((value) => grant.safeParse(value).success, GRANT_FAULT)
  .pipe(grant)

/** `group=account:role`. The name of a group may contain `=` and `:`. */
const groupGrants = list
  .refine(
    (entries) =>
      entries.every((entry) => /[^\s=]\s*=/.test(entry) && grant.safeParse(afterGroup(entry)).success),
    'must be groups, each with an account and a role, viewer, editor or admin, separated by commas, such as ' +
      'scribes=team-a:editor,it=team-a:admin',
  )
  .transform((entries) =>
    entries.map((entry) => ({ group: groupIn(entry), ...grant.parse(afterGroup(entry)) })),
  )

const groupIn = (entry: string): string => entry.slice(0, entry.lastIndexOf('=')).trim()
const afterGroup = (entry: string): string => entry.slice(entry.lastIndexOf('=') + 1)

const scopes = text
  .transform((value) => value.split(' ').filter((scope) => scope !== ''))
  .refine((names) => names.includes('openid'), 'must be scopes separated by spaces, openid among them')

/** How people sign in to the console besides keys, passkeys and invitations. */
export const signIn = z
  .object({
    OIDC_ISSUER: optional(issuerUrl, {
      default: 'nobody signs in at an issuer',
      description:
        'OpenID Connect issuer at which people sign in to the console, as its discovery document names it, such as ' +
        '`https://login.example.com/realms/staff`; may be private. See [People](people.md).',
    }),
    OIDC_CLIENT_ID: optional(text, {
      default: '',
      description: 'Id of this service at the issuer; required with `OIDC_ISSUER`.',
    }),
    OIDC_CLIENT_SECRET: optional(text, {
      default: 'a public client',
      description: 'Secret of this service at the issuer.',
    }),
    OIDC_NAME: variable(displayName, {
      default: 'your organisation',
      description: 'Name of the organisation on the button with which people sign in.',
    }),
    OIDC_SCOPES: optional(scopes, {
      default: '`openid profile email`, and `offline_access` if the issuer lists it',
      description:
        'Scopes to request from the issuer, separated by spaces. Without a refresh token, which some issuers grant only for ' +
        '`offline_access`, people have to sign in again after 12 hours.',
    }),
    OIDC_GROUPS_CLAIM: variable(text, {
      default: 'groups',
      description: "Claim of the ID token or of the user info that contains a person's groups.",
    }),
    OIDC_GROUPS: optional(groupGrants, {
      default: 'groups give no roles',
      description:
        'Roles that groups give, as `group=account:role`, separated by commas, such as ' +
        '`scribes=team-a:editor,it=team-a:admin`. A group may occur several times. Accounts are created when they are needed.',
    }),
    OIDC_DEFAULT: optional(everyone, {
      default: 'people without such a group or an invitation are refused',
      description: 'Role of everybody who signs in at the issuer, as `account:role`.',
    }),
    SIGN_IN_CONTACT: optional(label(200), {
      default: 'nobody',
      description: 'Whom people ask for access, such as `it@example.com`; shown where they sign in.',
    }),
  })
  .superRefine((env, context) => {
    if (env.OIDC_ISSUER !== null && env.OIDC_CLIENT_ID === null)
      context.addIssue({
        code: 'custom',
        path: ['OIDC_CLIENT_ID'],
        message: 'must be set when OIDC_ISSUER is',
      })
  })
  .transform((env) => ({
    contact: env.SIGN_IN_CONTACT,
    issuer:
      env.OIDC_ISSUER === null || env.OIDC_CLIENT_ID === null
        ? null
        : {
            url: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
            name: env.OIDC_NAME,
            /** Null to choose those that suit the issuer. */
            scopes: env.OIDC_SCOPES,
            groupsClaim: env.OIDC_GROUPS_CLAIM,
            groups: env.OIDC_GROUPS ?? [],
            everyone: env.OIDC_DEFAULT,
          },
  }))
