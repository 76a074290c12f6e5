/** The OpenAPI document that the service publishes. */

/** A JSON Schema, as far as pages need it. */
export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

/** By content type. */
export type Content = Readonly<Record<string, { readonly schema: Schema }>>

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>
  readonly content?: Content
}

export interface Described {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
  readonly security?: readonly Readonly<Record<string, unknown>>[]
}

/** Schemas by their names. */
export type Schemas = Readonly<Record<string, Schema>>

export interface OpenApi {
  readonly info: { readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Described }>>
  readonly components: { readonly schemas: Schemas }
}

/** The schema that a reference points to, with its name as the title; any other schema itself. */
export function resolvedIn(schemas: Schemas, schema: Schema): Schema {
  const { $ref, ...beside } = schema
  if ($ref === undefined) return schema
  const name = $ref.split('/').at(-1) ?? ''
  return { title: name, ...resolvedIn(schemas, schemas[name] ?? {}), ...beside }
}
