/** A killed pull must leave nothing that is mistaken for a model. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from '../support/client.ts'
import { ended, itemOf, listed, pull, STUCK, stuck, tonesHub } from '../support/pulls.ts'
import { ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'

test('a service that is killed during a pull installs nothing, and the next one resumes it', async (t) => {
  const { url, store } = await tonesHub(t, [STUCK])
  const dataDir = join(temporaryFolder(), 'data')
  const start = async () => {
    const process = await ServiceProcess.start(t, dataDir, { MODELS_URL: url })
    return { process, client: await Client.of(process) }
  }
  const first = await start()
  await pull(first.client)
  await stuck(first.client)
  await first.process.end('SIGKILL')
  const { client } = await start()
  const left = itemOf(await listed(client))
  assert.equal(left?.state, 'incomplete')
  assert.ok(left.share !== null && left.share > 0 && left.share < 1)
  await pull(client)
  assert.equal((await ended(client)).state, 'installed')
  assert.equal(store.requests.at(-1)?.range, 'bytes=1000-')
})
