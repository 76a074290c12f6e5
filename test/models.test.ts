/** Models over the API. Nobody would notice an incomplete, unrequested or altered model before its transcripts. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { CATALOGUE } from '../src/models/catalogue.ts'
import { nemoCtcModel } from '../src/speech/testing/made-models/nemo-ctc.ts'
import { Client } from './support/client.ts'
import {
  ended,
  itemOf,
  listed,
  NAME,
  OF_REPOSITORY,
  pull,
  STUCK,
  stuck,
  tonesHub as hub,
} from './support/pulls.ts'
import { runService } from './support/running-service.ts'

async function service(t: TestContext, env: Record<string, string>) {
  const running = await runService(env)
  t.after(async () => running.close())
  return { ...running, client: await Client.of(running) }
}

suite('models over the API', () => {
  test('are listed with what is used, what suits the machine, and where the list comes from', async (t) => {
    const { client } = await service(t, {})
    const { node, machine, items, in_use, recommended, pull: none } = await listed(client)
    const { nodes } = (await client.get<{ nodes: { id: string }[] }>('/v2/system')).body
    assert.deepEqual([node, none], [nodes[0]?.id, null])
    assert.ok(machine.cores > 0 && machine.memory_bytes > 0)
    assert.deepEqual(
      items.map(({ name, state }) => [name, state]),
      [['moonshine', 'bundled'], ['whisper', 'bundled'], ...CATALOGUE.map(({ name }) => [name, 'available'])],
    )
    assert.deepEqual(itemOf({ items }, 'moonshine')?.used_for, ['en'])
    assert.equal(itemOf({ items }, 'parakeet-v3')?.words_wrong, 1.94)
    assert.deepEqual(
      in_use
        .filter(({ languages }) => languages.includes('en'))
        .map(({ purpose, used }) => [purpose, used[0]?.name]),
      [
        ['recognition', 'moonshine'],
        ['live-recognition', 'moonshine'],
        ['speakers', 'the bundled method'],
      ],
    )
    for (const { model, left_out } of recommended)
      for (const { model: other } of left_out) assert.notEqual(other, model)
  })

  test('a repository is pulled, used and removed', async (t) => {
    const { url } = await hub(t)
    const { client, dataDir } = await service(t, { MODELS_URL: url })
    const begun = await pull(client)
    assert.deepEqual([begun.status, begun.body.name, begun.body.error], [202, NAME, null])
    assert.partialDeepStrictEqual(await ended(client), { state: 'installed', share: 1, error: null })
    const model = itemOf(await listed(client))
    assert.partialDeepStrictEqual(model, {
      state: 'pulled',
      engine: 'nemo-ctc',
      licence: 'mit',
      used_for: ['en'],
    })
    assert.ok(model?.measured?.peak_bytes && model.measured.speed)

    assert.equal((await client.send('DELETE', `/v2/models/${NAME}`)).status, 204)
    assert.equal(itemOf(await listed(client)), undefined)
    assert.deepEqual(
      readdirSync(join(dataDir, 'models')).filter((name) => name.includes('tones')),
      [],
    )
    await client.refused(404, 'DELETE', `/v2/models/${NAME}`)
  })

  test('a licence must be accepted first, and the refusal says which and how', async (t) => {
    const { url } = await hub(t, [], 'cc-by-nc-4.0')
    const { client } = await service(t, { MODELS_URL: url })
    const restricted = CATALOGUE.find(({ restriction }) => restriction !== undefined)!
    const { message } = await client.refused(409, 'POST', '/v2/models', { body: { model: restricted.name } })
    assert.match(
      message,
      /^The licence of .* Read it at https:.*, and if it allows your use, send accept_licence: true$/,
    )
    assert.equal((await listed(client)).pull, null)
    await pull(client)
    assert.partialDeepStrictEqual(await ended(client), {
      state: 'failed',
      needs_acceptance: {
        licence: 'cc-by-nc-4.0',
        restriction: { says: 'forbids commercial use', url: `${url}/someone/nemo-ctc-of-tones` },
      },
    })
    await pull(client, { ...OF_REPOSITORY, accept_licence: true })
    assert.equal((await ended(client)).state, 'installed')
  })

  test('bytes other than those of the commit are refused, and nothing is installed', async (t) => {
    const { model } = nemoCtcModel()
    const { url } = await hub(t, [{ change: Buffer.from(model.map((byte) => byte ^ 1)) }])
    const { client, dataDir } = await service(t, { MODELS_URL: url })
    await pull(client)
    const { state, error } = await ended(client)
    assert.equal(state, 'failed')
    assert.match(error ?? '', /is not the file that was described: its SHA-256 is/)
    assert.notEqual(itemOf(await listed(client))?.state, 'pulled')
    assert.ok(!existsSync(join(dataDir, 'models', NAME)))
  })

  test('one is pulled at a time: another is refused, and removing the first stops it', async (t) => {
    const { url } = await hub(t, [STUCK])
    const { client, dataDir } = await service(t, { MODELS_URL: url })
    await pull(client)
    await stuck(client)
    assert.partialDeepStrictEqual(itemOf(await listed(client)), { state: 'pulling' })
    const { message } = await client.refused(409, 'POST', '/v2/models', { body: { model: 'parakeet-v3' } })
    assert.match(message, new RegExp(`^${NAME} is being pulled: `))
    assert.equal((await client.send('DELETE', `/v2/models/${NAME}`)).status, 204)
    assert.equal((await listed(client)).pull, null)
    assert.deepEqual(readdirSync(join(dataDir, 'models/.pulling')), [])
    await pull(client)
    assert.equal((await ended(client)).state, 'installed')
  })

  test('a service that closes ends its pull', async (t) => {
    const { url } = await hub(t, [STUCK])
    const running = await runService({ MODELS_URL: url })
    const client = await Client.of(running)
    await pull(client)
    await stuck(client)
    await running.close()
  })

  test('names that lead elsewhere, and impossible requests, are refused with the remedy', async (t) => {
    const { client } = await service(t, {})
    for (const model of [
      '../jobs',
      '/etc/model.json',
      'a/../b',
      'https://example.com/a',
      'model.json',
      '..',
      'a/b/c',
    ])
      assert.match(
        JSON.stringify(await client.refused(400, 'POST', '/v2/models', { body: { model } })),
        /model: must be the name of a model, or a repository as owner\/name@commit/,
      )
    const refused = async (status: number, verb: string, path: string, body?: object) =>
      (await client.refused(status, verb, path, body === undefined ? {} : { body })).message
    assert.match(
      await refused(404, 'POST', '/v2/models', { model: 'whisper-huge' }),
      /^There is no model whisper-huge/,
    )
    await refused(400, 'POST', '/v2/models', { model: 'parakeet-v3', languages: ['de'] })
    await refused(404, 'DELETE', '/v2/models/..%2Fjobs')
    await refused(404, 'DELETE', '/v2/models/parakeet-v3')
    assert.match(await refused(409, 'DELETE', '/v2/models/whisper'), /^whisper comes with the service/)
    assert.match(
      await refused(409, 'POST', '/v2/models/parakeet-v3/trial', {}),
      /^parakeet-v3 is not installed: run "scriptorium models pull parakeet-v3" first$/,
    )
    const gone = { file_id: '00000000-0000-4000-8000-000000000000' }
    await refused(404, 'POST', '/v2/models/parakeet-v3/trial', gone)
    await refused(400, 'POST', '/v2/models/parakeet-v3/trial', { ...gone, job_id: gone.file_id })
  })
})
