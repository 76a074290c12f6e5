import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { Scope } from '../../contract/scopes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the OpenAPI document is to call the route an addition of this service. */
    isAddition?: boolean
    /** Whether only users can do it, in a console session of theirs. */
    isOfUser?: boolean
    /** Whether only operators can do it: admins of the account `default`. */
    isOfOperator?: boolean
  }
}

/**
 * The options of a route that needs a key.
 * @param scope what the key needs, as in the `config` of a route
 */
export function operation<Schema extends FastifySchema>(scope: Scope | readonly Scope[], schema: Schema) {
  return { config: { scope }, schema }
}

/** The same, of an operation that this service adds to the API. */
export function addition<Schema extends FastifySchema>(scope: Scope | readonly Scope[], schema: Schema) {
  return { config: { scope, isAddition: true }, schema }
}

/** The same, of what users do about themselves, whatever their role. */
export function ofUser<Schema extends FastifySchema>(schema: Schema) {
  return { config: { scope: 'read', isAddition: true, isOfUser: true } as const, schema }
}

/** The same, of what operators do: it concerns the whole service, or any account. */
export function ofOperator<Schema extends FastifySchema>(schema: Schema) {
  return { config: { scope: 'admin', isAddition: true, isOfOperator: true } as const, schema }
}

/** The same options, of what programs do many times a second. */
export function routine<Options extends { readonly config: FastifyContextConfig }>(options: Options) {
  return { ...options, config: { ...options.config, isRoutine: true } }
}

/** The same options, of a route of GET that is audited: its answer takes transcripts out of the service. */
export function exporting<Options extends { readonly config: FastifyContextConfig }>(options: Options) {
  return { ...options, config: { ...options.config, isAudited: true, isRoutine: true } }
}
