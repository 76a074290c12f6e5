/** Generates the types of the client in `clients/typescript` from the description of the API. */

interface Operation {
  readonly tags?: readonly string[]
  readonly deprecated?: boolean
  readonly responses: Readonly<Record<string, unknown>>
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: object
}

/** Operations for clients of other services, or for pages. */
const OMITTED_TAGS = ['openai', 'console']

const HEADER = '/** Made from `/openapi.json` by `npm run client:write`. */\n/* oxlint-disable */\n\n'

/**
 * Declares the schemas and operations of the API in TypeScript.
 * @param description of the API; error responses are left out, since the client throws them
 */
export async function clientTypes(description: Description): Promise<string> {
  await import('./typescript-api.ts')
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  const paths = Object.entries(description.paths).flatMap(([path, operations]) => {
    const kept = Object.entries(operations).flatMap(([verb, operation]) =>
      isOmitted(operation) ? [] : [[verb, withoutErrors(operation)] as const],
    )
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)] as const]
  })
  const { webhooks: _none, ...rest } = description
  const source = { ...rest, paths: Object.fromEntries(paths) } as unknown as Parameters<typeof openapiTS>[0]
  return HEADER + astToString(await openapiTS(source, { defaultNonNullable: false }))
}

function isOmitted({ tags = [], deprecated = false }: Operation): boolean {
  return deprecated || tags.some((tag) => OMITTED_TAGS.includes(tag))
}

function withoutErrors({ responses, ...operation }: Operation) {
  const kept = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return { ...operation, responses: Object.fromEntries(kept) }
}
