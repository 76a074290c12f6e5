/** A trial that compared the wrong models would make operators pull the wrong one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelTrial } from '../src/contract/models.ts'
import { speechWithTones } from '../src/speech/testing/made-models/speech-with-tones.ts'
import { Client } from './support/client.ts'
import { ended, NAME, pull, tonesHub } from './support/pulls.ts'
import { runService } from './support/running-service.ts'
import { beginningOf } from './support/sample.ts'

test('a pulled model is tried on audio beside the model that would be used without it', async (t) => {
  const { url } = await tonesHub(t)
  const service = await runService({ MODELS_URL: url })
  t.after(async () => service.close())
  const client = await Client.of(service)
  await pull(client)
  assert.equal((await ended(client)).state, 'installed')
  /** Without the deadline of the client. */
  const tryOn = async (body: object) =>
    service.request(`/v2/models/${NAME}/trial`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  const { samples } = await speechWithTones('ba do ki lu ba do ki lu ba do')
  const { audio_metadata } = await client.upload(beginningOf({ samples } as never, 4))
  const trial = (await (await tryOn({ file_id: audio_metadata.id, language: 'en' })).json()) as ModelTrial
  assert.match(trial.model.text, /\bba do ki lu ba do\b/)
  assert.doesNotMatch(trial.current.text, /\bki lu\b/)
  assert.deepEqual([trial.model.name, trial.current.name, trial.language], [NAME, 'moonshine', 'en'])
  assert.ok(trial.differences.length > 0 && trial.model.speed > 0 && trial.model.peak_bytes !== 0)
  const { model, current, words_only, words_otherwise } = trial
  assert.ok(
    words_otherwise + words_only.model <= model.words &&
      words_otherwise + words_only.current <= current.words,
  )

  const refusal = await client.refused(422, 'POST', `/v2/models/${NAME}/trial`, { body: { language: 'de' } })
  assert.equal(refusal.message, `The audio is in German, which ${NAME} is not for.`)
  const [one, other] = await Promise.all([tryOn({}), tryOn({})])
  assert.deepEqual(
    [one.status, other.status].toSorted((a, b) => a - b),
    [200, 409],
  )
})
