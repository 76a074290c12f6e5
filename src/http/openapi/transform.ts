/** Turns the schemas of routes into OpenAPI, and adds what fastify-type-provider-zod leaves out. */
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { clientFrame, serverFrame } from '../../contract/live-messages.ts'
import { isContainer } from '../../contract/exact-json.ts'
import { scopesOf } from '../authentication/authentication.ts'
import type { HeaderDocs, ApiResponse } from './responses.ts'

/** Adds the scopes and notes of the `config` of a route to its description. */
export const transform: typeof jsonSchemaTransform = (document) => {
  const described = withBody(document)
  const { config = {} } = document.route
  const scopes = scopesOf(config)
  if (scopes.length === 0) return described
  const names = scopes.map((scope) => `\`${scope}\``).join(' and ')
  const needed = config.isOfUser
    ? 'a console session that a user began without a key'
    : `the scope${scopes.length > 1 ? 's' : ''} ${names}${config.isOfOperator ? ' in the account `default`: for operators only' : ''}`
  const { description = '', ...schema } = described.schema
  const addition = config.isAddition ? ' An addition of this service.' : ''
  return {
    ...described,
    schema: {
      ...schema,
      description: `${description}${addition}\n\nNeeds ${needed}.`.trim(),
      security: config.isOfUser ? [{ session: [] }] : [{ key: scopes }, { bearer: scopes }],
    },
  }
}

/**
 * Adds bodies of several content types, which `jsonSchemaTransform` ignores. Only the first one is published: client generators prefer
 * JSON to a form, and their upload could not send a file. The JSON has an operation of its own.
 */
const withBody: typeof jsonSchemaTransform = (document) => {
  const { schema } = document
  const { body } = schema as { body?: Partial<ApiResponse> }
  if (body?.content === undefined) return withHeaders(document)
  const content = Object.entries(body.content)
    .slice(0, 1)
    .map(([type, media]) => {
      const alone = withHeaders({ ...document, schema: { body: media.schema } })
      return [type, { schema: alone.schema?.body }] as const
    })
  const { body: _transformed, ...rest } = schema
  const described = withHeaders({ ...document, schema: rest })
  return { ...described, schema: { ...described.schema, body: { content: Object.fromEntries(content) } } }
}

/** Adds the headers of responses, which `jsonSchemaTransform` ignores. */
const withHeaders: typeof jsonSchemaTransform = (document) => {
  const described = jsonSchemaTransform(document)
  const { response: given = {} } = document.schema as { response?: Record<string, Partial<ApiResponse>> }
  const responses = (described.schema?.response ?? {}) as Record<string, { headers?: HeaderDocs }>
  for (const [status, { headers }] of Object.entries(given)) {
    const target = responses[status]
    if (headers !== undefined && Object.keys(headers).length > 0 && target !== undefined)
      target.headers = headers
  }
  return described
}

/** The frames of the live socket, which only descriptions refer to. */
const DESCRIBED = [idOf(clientFrame), idOf(serverFrame)]

function idOf(schema: z.ZodType): string {
  return schema.meta()?.id ?? ''
}

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g
const namesIn = (text: string): string[] => [...text.matchAll(REFERENCE)].map(([, name = '']) => name)

type Schemas = Readonly<Record<string, object>>

/**
 * `jsonSchemaTransformObject` writes every schema twice: for requests (`…Input`, where a default makes a field optional) and for
 * responses. Removes those that nothing refers to, and merges pairs that are identical.
 */
export const transformObject: typeof jsonSchemaTransformObject = (given) => {
  const { components, ...described } = jsonSchemaTransformObject(given) as {
    components: { schemas: Schemas }
  }
  const { schemas } = components
  const rest = withDefaultsInPlace(described, schemas) as typeof described

  const used = new Map<string, string>()
  const collect = (names: readonly string[]): void => {
    for (const name of names) {
      if (used.has(name)) continue
      const schema = JSON.stringify(schemas[name])
      used.set(name, schema)
      collect(namesIn(schema))
    }
  }
  collect([...namesIn(JSON.stringify(rest)), ...DESCRIBED])

  /** The names of schemas whose input differs from their output. */
  const both = new Set<string>()
  const nameOf = (name: string): string => (both.has(name) ? name : name.replace(/Input$/, ''))
  const rename = (text: string): string =>
    text.replaceAll(REFERENCE, (_reference, name: string) => `"#/components/schemas/${nameOf(name)}"`)
  const differs = ([name, schema]: [string, string]): boolean => {
    const output = used.get(nameOf(name))
    return output !== undefined && rename(schema) !== rename(output)
  }
  // Repeated until no more are found: schemas that refer to differing schemas differ as well.
  for (let found = [...used].filter(differs); found.length > 0; found = [...used].filter(differs))
    for (const [name] of found) both.add(name)

  const named = [...used].map(([name, schema]) => [nameOf(name), JSON.parse(rename(schema))] as const)
  const document = {
    ...(JSON.parse(rename(JSON.stringify(rest))) as typeof rest),
    components: { ...components, schemas: Object.fromEntries(named) },
  }
  return JSON.parse(JSON.stringify(document), (_key, node: unknown) =>
    isContainer(node) ? asDeepObject(asInteger(node)) : node,
  ) as typeof document
}

/** Query parameters that are objects are written in bracket notation. */
function asDeepObject(node: { in?: unknown; schema?: { type?: unknown } }): object {
  const isObject = node.in === 'query' && node.schema?.type === 'object'
  return isObject ? { ...node, style: 'deepObject', explode: true } : node
}

/** Zod declares a choice of integers as `number`. */
function asInteger(node: { type?: unknown; const?: unknown; enum?: readonly unknown[] }): object {
  if (node.type !== 'number' || !('const' in node || 'enum' in node)) return node
  return (node.enum ?? [node.const]).every(Number.isInteger) ? { ...node, type: 'integer' } : node
}

/**
 * Inlines every input schema that has defaults. openapi-typescript considers fields with a default required, except directly in the
 * body of a request.
 */
function withDefaultsInPlace(document: unknown, schemas: Schemas): unknown {
  const hasDefault = (name: string): boolean => {
    const text = JSON.stringify(schemas[name])
    return text.includes('"default":') || namesIn(text).some(hasDefault)
  }
  return JSON.parse(JSON.stringify(document), (_key, node: { $ref?: unknown } | null): unknown => {
    const [name = ''] = typeof node?.$ref === 'string' ? namesIn(JSON.stringify(node.$ref)) : []
    if (!name.endsWith('Input') || !hasDefault(name)) return node
    const { $ref: _replaced, ...beside } = node ?? {}
    return {
      title: name.replace(/Input$/, ''),
      ...(withDefaultsInPlace(schemas[name], schemas) as object),
      ...beside,
    }
  })
}
