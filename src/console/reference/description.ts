/** The description of the API, sorted for reading. */
import { signal } from '@preact/signals'
import { type Described, type OpenApi, resolvedIn, type Schema, type Schemas } from '../openapi.ts'

export interface Operation extends Described {
  /** In upper case. */
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
}

/** A request that the service sends. */
export interface WebhookEvent extends Described {
  readonly name: string
}

/** The operations with a tag of the API. */
interface Chapter {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly operations: readonly Operation[]
  readonly events: readonly WebhookEvent[]
}

export interface Description extends Pick<OpenApi, 'info'> {
  readonly chapters: readonly Chapter[]
  readonly schemas: Schemas
}

/** Null until it is loaded. */
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

/** Resolves a reference to a schema; returns any other schema itself. */
export const resolved = (schema: Schema): Schema => resolvedIn(description.value?.schemas ?? {}, schema)

/** Who may send a request: anybody, or only with a key or a console session, or only with a console session. */
export function accessOf({ security = [] }: Described): 'anybody' | 'key' | 'session' {
  if (security.length === 0) return 'anybody'
  return security.some((way) => 'key' in way) ? 'key' : 'session'
}
