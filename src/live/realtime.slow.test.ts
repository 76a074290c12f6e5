/** The real-time enrichments of each final utterance: what is reported about it, and in which order. */
import assert from 'node:assert/strict'
import { afterEach, suite, test } from 'node:test'
import type { ServerFrame } from '../contract/live-messages.ts'
import { LiveWorld } from './testing/live-world.ts'

/** One second of audio. */
const SECOND = Buffer.alloc(32_000)
const ENTITIES = { realtime_processing: { named_entity_recognition: true } }

let world: LiveWorld
afterEach(async () => world.close())

async function opened(request: object) {
  world = await LiveWorld.make()
  const { id, token } = await world.create(request)
  const client = world.connect(token)
  await client.send(SECOND)
  await client.acknowledged(32_000)
  return { id, token, client, stream: world.recogniser.stream }
}

/** The messages of a finished session, except acknowledgements. */
async function messagesOf(id: string): Promise<ServerFrame[]> {
  const { result } = await world.ended(id)
  return (result?.messages ?? []).map((text) => JSON.parse(text) as ServerFrame)
}

function ofType<Type extends ServerFrame['type']>(type: Type, messages: readonly ServerFrame[]) {
  return messages.filter((message): message is Extract<ServerFrame, { type: Type }> => message.type === type)
}

suite('an utterance', () => {
  test('is reported with the custom vocabulary and spelling applied, and before everything that follows it', async () => {
    const { id, client, stream } = await opened({
      realtime_processing: {
        custom_vocabulary: true,
        custom_vocabulary_config: { vocabulary: [{ value: 'Quilliam', pronunciations: ['quill yum'] }] },
        custom_spelling: true,
        custom_spelling_config: { spelling_dictionary: { DATA: ['data'] } },
      },
    })
    stream.say('final', 0, 'data', 0, 0.3)
    stream.emit({ type: 'speech_start', channel: 0, time: 0.3 })
    stream.say('final', 1, 'quill yum', 0.4, 0.8)
    await client.send({ type: 'stop_recording' })
    assert.equal(await client.closed(), 1000)
    const messages = await messagesOf(id)
    const order = messages.filter(({ type }) => type === 'transcript' || type === 'speech_start')
    assert.deepEqual(
      order.map((one) => (one.type === 'transcript' ? one.data.utterance.text : one.type)),
      [' DATA', 'speech_start', ' Quilliam'],
    )
    const { result } = await world.job(id)
    assert.equal(result?.transcription?.full_transcript, 'DATA Quilliam')
  })

  test('has its entities and its sentiment reported after it, with its id', async () => {
    const { id, client, stream } = await opened({
      realtime_processing: { named_entity_recognition: true, sentiment_analysis: true },
    })
    stream.say('final', 0, 'London is wonderful.', 0, 0.5)
    stream.say('final', 1, 'I hate Paris.', 0.6, 0.9)
    await client.send({ type: 'stop_recording' })
    assert.equal(await client.closed(), 1000)
    const messages = await messagesOf(id)
    const entities = ofType('named_entity_recognition', messages).map(({ data }) => [
      data?.utterance_id,
      data?.results.map(({ text }) => text),
    ])
    assert.deepEqual(entities, [
      ['00_00000000', ['London']],
      ['00_00000001', ['Paris']],
    ])
    const sentiments = ofType('sentiment_analysis', messages).map(({ data }) => [
      data?.utterance_id,
      data?.results[0]?.sentiment,
    ])
    assert.deepEqual(sentiments, [
      ['00_00000000', 'positive'],
      ['00_00000001', 'negative'],
    ])
    const types = messages.map(({ type }) => type)
    assert.ok(types.lastIndexOf('sentiment_analysis') < types.indexOf('end_recording'))
  })

  test('that cannot be translated has an error for each language, and the session continues', async () => {
    const { id, client, stream } = await opened({
      realtime_processing: { translation: true, translation_config: { target_languages: ['fr', 'de'] } },
    })
    stream.say('final', 0, 'Hello.', 0, 0.5)
    await client.send({ type: 'stop_recording' })
    assert.equal(await client.closed(), 1000)
    const messages = ofType('translation', await messagesOf(id))
    for (const { data, error } of messages) {
      assert.equal(data, null)
      assert.equal(error?.utterance_id, '00_00000000')
      assert.match(error.message, /needs a language model/)
    }
    assert.deepEqual(
      messages.map(({ error }) => error?.target_language),
      ['fr', 'de'],
    )
    assert.equal((await world.job(id)).status, 'done')
  })

  test('that can be translated into some languages has a translation or an error for each', async () => {
    const { id, client, stream } = await opened({
      realtime_processing: { translation: true, translation_config: { target_languages: ['en', 'fr'] } },
    })
    stream.say('final', 0, 'Hello there.', 0, 0.5)
    await client.send({ type: 'stop_recording' })
    assert.equal(await client.closed(), 1000)
    const [english, french] = ofType('translation', await messagesOf(id))
    assert.deepEqual([english?.error, english?.data?.target_language], [null, 'en'])
    // Both begin as in the transcript message, so that clients can append them.
    const { utterance, translated_utterance: translated } = english?.data ?? assert.fail()
    assert.deepEqual([utterance.text, translated.text], [' Hello there.', ' Hello there.'])
    assert.deepEqual(translated.words[0]?.word, utterance.words[0]?.word)
    assert.deepEqual([french?.data, french?.error?.target_language], [null, 'fr'])
    assert.equal(french?.error?.utterance_id, '00_00000000')
  })

  test('that was reported before a restart has its entities reported once after it', async () => {
    const { id, token, client, stream } = await opened(ENTITIES)
    // Stop the enricher once the first utterance is reported.
    stream.say('final', 0, 'London calls.', 0, 0.3)
    await client.until(() => client.ofType('named_entity_recognition').length === 1)
    const { pid } = world.enricher
    assert.ok(pid !== undefined)
    process.kill(pid, 'SIGSTOP')
    stream.say('final', 1, 'Paris answers.', 0.4, 0.6)
    stream.emit({ type: 'recognised', seconds: 0.6 })
    await client.until(() => client.ofType('transcript').length === 2)
    await world.restart()
    process.kill(pid, 'SIGCONT')
    const next = world.connect(token)
    await next.send({ type: 'stop_recording' })
    assert.equal(await next.closed(), 1000)
    const names = ofType('named_entity_recognition', await messagesOf(id)).map(({ data }) => [
      data?.utterance_id,
      data?.results.map(({ text }) => text),
    ])
    assert.deepEqual(names, [
      ['00_00000000', ['London']],
      ['00_00000001', ['Paris']],
    ])
  })
})
