/** Turns the schemas of routes into OpenAPI, with what fastify-type-provider-zod leaves out. */
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { HeaderDocs, ApiResponse } from './responses.ts'

/** `jsonSchemaTransform`, and bodies of several content types, which it passes over. */
export const transform: typeof jsonSchemaTransform = (document) => {
  const { schema } = document
  const { body } = schema as { body?: Partial<ApiResponse> }
  if (body?.content === undefined) return withHeaders(document)
  const content = Object.entries(body.content).map(([type, media]) => {
    const alone = withHeaders({ ...document, schema: { body: media.schema } })
    return [type, { schema: alone.schema?.body }] as const
  })
  const { body: _transformed, ...rest } = schema
  const described = withHeaders({ ...document, schema: rest })
  return { ...described, schema: { ...described.schema, body: { content: Object.fromEntries(content) } } }
}

/** `jsonSchemaTransform`, and the headers of responses, which it passes over. */
const withHeaders: typeof jsonSchemaTransform = (document) => {
  const described = jsonSchemaTransform(document)
  const { response: given = {} } = document.schema as { response?: Record<string, Partial<ApiResponse>> }
  const responses = (described.schema?.response ?? {}) as Record<string, { headers?: HeaderDocs }>
  for (const [status, { headers }] of Object.entries(given)) {
    const target = responses[status]
    if (headers !== undefined && target !== undefined) target.headers = headers
  }
  return described
}

/**
 * `jsonSchemaTransformObject` writes every schema twice, as it is sent (`…Input`) and as it is returned. The input schema
 * is dropped where nothing refers to it, or where both are the same.
 */
export const transformObject: typeof jsonSchemaTransformObject = (document) => {
  let described = JSON.stringify(jsonSchemaTransformObject(document))
  // Several rounds: what only dropped schemas refer to is dropped as well.
  for (;;) {
    const parsed = JSON.parse(described) as { components: { schemas: Record<string, object> } }
    const { schemas } = parsed.components
    const redundant = new Set(
      Object.keys(schemas).filter((name) => {
        const output = schemas[name.replace(/Input$/, '')]
        if (!name.endsWith('Input') || output === undefined) return false
        const input = JSON.stringify(schemas[name])
        return !described.includes(`/${name}"`) || input.replaceAll('Input"', '"') === JSON.stringify(output)
      }),
    )
    if (redundant.size === 0) return parsed
    const rest = Object.entries(schemas).filter(([name]) => !redundant.has(name))
    parsed.components.schemas = Object.fromEntries(rest)
    described = JSON.stringify(parsed).replaceAll(/\/(\w+)Input"/g, (reference, name) =>
      redundant.has(`${name}Input`) ? `/${name}"` : reference,
    )
  }
}
