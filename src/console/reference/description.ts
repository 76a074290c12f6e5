/** What the service says about its API, in an order to read it in. */
import { signal } from '@preact/signals'

/** A JSON Schema, as far as the page shows it. */
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

interface Described {
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

export interface OpenApi {
  readonly info: { readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Described }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface Operation extends Described {
  /** In capitals. */
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
}

/** A request that the service sends. */
export interface WebhookEvent extends Described {
  readonly name: string
}

/** What belongs together, under a tag of the API. */
interface Chapter {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly operations: readonly Operation[]
  readonly events: readonly WebhookEvent[]
}

export interface Description extends Pick<OpenApi, 'info'> {
  readonly chapters: readonly Chapter[]
  readonly schemas: Readonly<Record<string, Schema>>
}

/** Null until it was loaded. */
export const description = signal<Description | null>(null)

export function descriptionOf({ info, tags, paths, webhooks, components }: OpenApi): Description {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, method: method.toUpperCase(), path })),
  )
  const events = Object.entries(webhooks).map(([name, { post }]) => ({ ...post, name }))
  const chapters = tags.map((tag) => {
    const isIts = ({ tags: own = [] }: Described) => own.includes(tag.name)
    return {
      ...tag,
      title: titleOf(tag.name),
      operations: operations.filter(isIts).toSorted(byAge),
      events: events.filter(isIts),
    }
  })
  return { info, chapters, schemas: components.schemas }
}

/** Deprecated operations come last. */
const byAge = (a: Described, b: Described): number =>
  Number(a.deprecated ?? false) - Number(b.deprecated ?? false)

const titleOf = (tag: string): string =>
  tag === 'openai' ? 'OpenAI' : tag.charAt(0).toUpperCase() + tag.slice(1)

export const allOperations = ({ chapters }: Description): readonly Operation[] =>
  chapters.flatMap(({ operations }) => operations)

export const allEvents = ({ chapters }: Description): readonly WebhookEvent[] =>
  chapters.flatMap(({ events }) => events)

/** The schema that this one refers to, with the name of that as its title; else itself. */
export function resolved(schema: Schema): Schema {
  const { $ref, ...beside } = schema
  if ($ref === undefined) return schema
  const name = $ref.split('/').at(-1) ?? ''
  return { title: name, ...resolved(description.value?.schemas[name] ?? {}), ...beside }
}

/** Who may send a request: nobody needs anything, a key or the console session is needed, or only the latter will do. */
export function accessOf({ security = [] }: Described): 'anybody' | 'key' | 'session' {
  if (security.length === 0) return 'anybody'
  return security.some((way) => 'key' in way) ? 'key' : 'session'
}
