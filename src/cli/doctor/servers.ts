/** Checks of the servers with models: both are compatible with OpenAI's, and list them. */
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { ApiServer, NoAnswerError } from '../../net/api-server.ts'
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

/** @param prefix of its variables */
async function serverFinding({ url, model, apiKey }: Settings, prefix: string): Promise<Finding> {
  const limits = { timeoutSeconds: TIMEOUT_SECONDS, maxResponseBytes: MAX_BYTES }
  const { host } = new URL(url)
  try {
    const { status, json } = await new ApiServer({ url, apiKey, ...limits }).send(
      { path: '/models' },
      undefined,
    )
    if (status === 401 || status === 403)
      return fail(`${host} refuses the key (${status})`, `set ${prefix}_API_KEY to a key of that server`)
    const listed = modelList.safeParse(json)
    if (!listed.success)
      return warn(
        `${host} answers, but lists no models (${status})`,
        `check that ${prefix}_URL is the base of its API`,
      )
    // Ollama lists a name without a tag with its default one.
    if (listed.data.data.some(({ id }) => id === model || id === `${model}:latest`))
      return ok(`${host} has the model ${model}`)
    return fail(
      `${host} does not have the model ${model}`,
      `load it there, or set ${prefix}_MODEL to one that it has`,
    )
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error
    return fail(`${host} does not answer`, `check that the server runs, and ${prefix}_URL`)
  }
}
