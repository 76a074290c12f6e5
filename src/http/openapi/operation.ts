import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { Scope } from '../../contract/scopes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the OpenAPI document marks the route as an addition of this service. */
    isAddition?: boolean
    /** Whether only users can use the route, in a console session of their own. */
    isOfUser?: boolean
    /** Whether only operators can use the route: admins of the account `default`. */
    isOfOperator?: boolean
  }
}

/**
 * The options of a route that needs a key.
 * @param scope the scope or scopes that the key needs
 */
export function operation<Schema extends FastifySchema>(scope: Scope | readonly Scope[], schema: Schema) {
  return { config: { scope }, schema }
}

/** The same for an operation that this service adds to the API. */
export function addition<Schema extends FastifySchema>(scope: Scope | readonly Scope[], schema: Schema) {
  return { config: { scope, isAddition: true }, schema }
}

/** The same for an operation of users on themselves, whatever their role. */
export function ofUser<Schema extends FastifySchema>(schema: Schema) {
  return { config: { scope: 'read', isAddition: true, isOfUser: true } as const, schema }
}

/** The same for an operation of operators, on the whole service or any account. */
export function ofOperator<Schema extends FastifySchema>(schema: Schema) {
  return { config: { scope: 'admin', isAddition: true, isOfOperator: true } as const, schema }
}

/** Marks an operation that programs may send many times a second. */
export function routine<Options extends { readonly config: FastifyContextConfig }>(options: Options) {
  return { ...options, config: { ...options.config, isRoutine: true } }
}

/** Marks a GET operation that exports transcripts, and is therefore audited. */
export function exporting<Options extends { readonly config: FastifyContextConfig }>(options: Options) {
  return { ...options, config: { ...options.config, isAudited: true, isRoutine: true } }
}
