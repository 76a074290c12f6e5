/**
 * However often the service is killed during a session, the transcript has the words of a session without kills: none is
 * missing or repeated, and no final that was sent changes.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { random } from '../../bench/list/random.ts'
import { alice, kennedy } from '../../src/speech/testing/speech.ts'
import { joined } from '../../src/speech/testing/signals.ts'
import { Client } from '../support/client.ts'
import { DEFAULT_AUDIO, encoded } from '../support/live-audio.ts'
import { SessionClient } from '../support/live-client.ts'
import { ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'

/** 100 in the long form, whose audio is longer than what warms up a recogniser. */
const LONG_FORM = process.env['TEST_HOSTILE_KILLS']
const KILLS = Number(LONG_FORM ?? 2)
const KILLS_PER_SESSION = 2
const SPEECH = LONG_FORM === undefined ? kennedy.samples : joined(alice.samples, kennedy.samples)
const REQUEST = { language_config: { languages: ['en'] } }

test('sessions of killed services have the words of one without a kill', async (t) => {
  const dataDir = temporaryFolder()
  let service = await ServiceProcess.start(t, dataDir)
  const audio = await encoded([SPEECH], DEFAULT_AUDIO)
  const wordsOf = (session: SessionClient) =>
    session.finals().flatMap(({ text }) => text.toLowerCase().match(/[\w']+/g) ?? [])
  const client = await Client.of(service)
  const undisturbed = await SessionClient.start(client, REQUEST)
  await undisturbed.play(audio)
  await undisturbed.end()

  const rng = random(10)
  for (let kills = 0; kills < KILLS;) {
    const session = await SessionClient.start(client.at(service), REQUEST)
    let sent = 0
    for (let i = 0; i < KILLS_PER_SESSION && kills < KILLS; i++, kills++) {
      const next = Math.round((audio.length * (i + rng.unit())) / KILLS_PER_SESSION)
      await session.play(audio.subarray(sent, next))
      sent = next
      // Utterances that are final by then, except for the last second.
      const end = next / 32_000 - 1
      const final = undisturbed.finals().filter((utterance) => utterance.end < end).length
      const finals = Math.floor(rng.unit() * final)
      await session.socket.until(() => session.finals().length >= finals)
      assert.equal(await service.end('SIGKILL'), null)
      service = await ServiceProcess.start(t, dataDir)
      session.moveTo(client.at(service), service.url)
      await session.connect()
    }
    await session.play(audio.subarray(sent))
    // Also compares the received finals with those of the result.
    await session.end()
    assert.deepEqual(wordsOf(session), wordsOf(undisturbed))
  }
})
