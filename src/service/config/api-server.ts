import type { z } from 'zod'

/**
 * Checks that the variables of a server are consistent.
 * @param prefix of their names: `LLM` for `LLM_URL`, `LLM_MODEL` and `LLM_API_KEY`
 */
export function checkApiServer<Prefix extends string>(
  env: Readonly<Record<`${Prefix}_${'URL' | 'MODEL' | 'API_KEY'}`, string | null>>,
  prefix: Prefix,
  context: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  const [url, model, key] = [`${prefix}_URL`, `${prefix}_MODEL`, `${prefix}_API_KEY`] as const
  // The schema of the URL reports that it cannot be parsed.
  const parsed = env[url] === null ? null : URL.parse(env[url])
  if (parsed === null) return
  const fault = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  if (env[model] === null) fault(model, `must be set when ${url} is`)
  const { username, password } = parsed
  if (![username, password].every(isDecodable))
    fault(url, 'must have its user name and password percent-encoded as UTF-8: % as %25')
  if (env[key] !== null && username + password !== '')
    fault(key, `must not be set when ${url} holds a user name or password; only one of them can be sent`)
}

/** `URL` accepts a % that encodes nothing. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
