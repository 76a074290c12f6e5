/** A cancelled job stays cancelled, whenever the service is killed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveLateAudio } from '../support/audio-server.ts'
import { Client } from '../support/client.ts'
import { SILENCE } from '../support/sample.ts'
import { ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'

test('a service that is killed after a cancellation does not begin the job again', async (t) => {
  const late = await serveLateAudio(t, SILENCE)
  const dataDir = temporaryFolder()
  const env = { ALLOW_PRIVATE_URLS: '1' }
  const first = await ServiceProcess.start(t, dataDir, env)
  const client = await Client.of(first)
  const id = await client.create({ audio_url: late.url })
  await late.asked
  assert.equal((await client.send('POST', `/v2/jobs/${id}/cancel`)).status, 202)
  await first.end('SIGKILL')
  const second = await ServiceProcess.start(t, dataDir, env)
  assert.partialDeepStrictEqual(await client.at(second).job(id), {
    status: 'error',
    error_code: 499,
    error_message: 'cancelled',
  })
  assert.equal(await second.end('SIGTERM'), 0)
})
