/** Pulls over the API, from a hub with a made model. */
import assert from 'node:assert/strict'
import type { Model, ModelPull, Models } from '../../src/contract/models.ts'
import type { Fault } from '../../src/models/testing/file-server.ts'
import { type HubServer, serveHub } from '../../src/models/testing/hub-server.ts'
import type { Test } from '../../src/platform/net/testing/loopback-server.ts'
import { nemoCtcModel } from '../../src/speech/testing/made-models/nemo-ctc.ts'
import type { Client } from './client.ts'
import { until } from './until.ts'

const COMMIT = 'c'.repeat(40)
const REPOSITORY = 'someone/nemo-ctc-of-tones'

export const NAME = 'nemo-ctc-of-tones'

/** The request for it, with what its repository does not state. */
export const OF_REPOSITORY = { model: `${REPOSITORY}@${COMMIT}`, engine: 'nemo-ctc', languages: ['en'] }

/** A response that stops, and stays open. */
export const STUCK: Fault = { breakOnceReceived: 1_000 }

/** @param faults of the requests for its large file, in order */
export async function tonesHub(t: Test, faults: readonly Fault[] = [], license = 'mit'): Promise<HubServer> {
  const { model, tokens } = nemoCtcModel()
  const files = { 'model.int8.onnx': model, 'tokens.txt': tokens }
  return serveHub(
    t,
    { [REPOSITORY]: { commits: { [COMMIT]: files }, card: { license, language: 'en' } } },
    faults,
  )
}

export const listed = async (client: Client): Promise<Models> => (await client.get<Models>('/v2/models')).body

export const itemOf = ({ items }: Pick<Models, 'items'>, name = NAME): Model | undefined =>
  items.find((one) => one.name === name)

export const pull = async (client: Client, body: object = OF_REPOSITORY) =>
  client.send<ModelPull>('POST', '/v2/models', { body })

/** Waits until it has ended. */
export const ended = async (client: Client) =>
  atPull(client, ({ state }) => state === 'installed' || state === 'failed')

/** Waits until a stuck pull has begun to download. */
export const stuck = async (client: Client) => atPull(client, ({ share }) => share > 0)

async function atPull(client: Client, is: (pull: ModelPull) => boolean): Promise<ModelPull> {
  const found = await until(
    async () => (await listed(client)).pull,
    (one) => one !== null && is(one),
  )
  return found ?? assert.fail('there is no pull')
}
