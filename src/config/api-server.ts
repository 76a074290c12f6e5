import type { z } from 'zod'

/**
 * Checks that the variables of a server fit together.
 * @param prefix of their names: `LLM` for `LLM_URL`, `LLM_MODEL` and `LLM_API_KEY`
 */
export function checkApiServer<Prefix extends string>(
  env: Readonly<Record<`${Prefix}_${'URL' | 'MODEL' | 'API_KEY'}`, string | null>>,
  prefix: Prefix,
  context: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  const [url, model, key] = [`${prefix}_URL`, `${prefix}_MODEL`, `${prefix}_API_KEY`] as const
  if (env[url] === null) return
  const fault = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  if (env[model] === null) fault(model, `must be set when ${url} is`)
  const { username, password } = new URL(env[url])
  if (env[key] !== null && username + password !== '')
    fault(key, `must not be set when ${url} holds a user name or password; only one of them can be sent`)
}
