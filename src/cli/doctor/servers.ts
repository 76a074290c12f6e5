/** Checks of the language model and the speech server: both list their models as the API of OpenAI does. */
import { z } from 'zod'
import type { Config } from '../../service/config.ts'
import { ApiFailure } from '../../platform/net/api-failure.ts'
import { ApiServer } from '../../platform/net/api-server.ts'
import { fail, type Finding, ok, warn } from './finding.ts'

interface Settings {
  readonly url: string
  readonly model: string
  readonly apiKey: string | null
}

const TIMEOUT_SECONDS = 5
const MAX_BYTES = 10_000_000

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) })

export async function languageModel(config: Config): Promise<Finding> {
  return config.languageModel === null ? ok('none configured') : serverFinding(config.languageModel, 'LLM')
}

export async function speechServer(config: Config): Promise<Finding> {
  return config.speechServer === null ? ok('none configured') : serverFinding(config.speechServer, 'SPEECH')
}

/** @param prefix of its environment variables */
async function serverFinding({ url, model, apiKey }: Settings, prefix: string): Promise<Finding> {
  const limits = { timeoutSeconds: TIMEOUT_SECONDS, maxResponseBytes: MAX_BYTES }
  const { host } = new URL(url)
  try {
    const server = new ApiServer({ url, apiKey, ...limits })
    const { data } = await server.send({ path: '/models' }, modelList, undefined)
    // Ollama lists a model without a tag under the default tag.
    if (data.some(({ id }) => id === model || id === `${model}:latest`))
      return ok(`${host} has the model ${model}`)
    return fail(
      `${host} does not have the model ${model}`,
      `load it there, or set ${prefix}_MODEL to one that it has`,
    )
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    if (error.kind === 'key')
      return fail(`${host} rejects the key`, `set ${prefix}_API_KEY to a key of that server`)
    if (error.kind === 'timeout' || error.kind === 'unreachable')
      return fail(
        `${host} does not respond`,
        `check that the server is running, and that ${prefix}_URL is right`,
      )
    return warn(`${host} responds, but lists no models`, `check that ${prefix}_URL is the base of its API`)
  }
}
