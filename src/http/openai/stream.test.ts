import assert from 'node:assert/strict'
import type { FastifyRequest } from 'fastify'
import { suite, test } from 'node:test'
import { openAiStream } from './stream.ts'

const request = { id: 'G-00000000', url: '/v1/audio/transcriptions' } as FastifyRequest

suite('the stream of a text', () => {
  test('repeats nothing when a second attempt starts over', async () => {
    const texts = ['', 'One.', 'One. Two.', 'One.', 'One. Two. Three.']
    const sent = []
    for await (const event of await openAiStream(request, texts, Promise.resolve('One. Two. Three. Four.')))
      sent.push(JSON.parse(event.replace(/^data: (.*)\n\n$/, '$1')))
    const delta = (text: string) => ({ type: 'transcript.text.delta', delta: text })
    assert.deepEqual(sent, [
      ...['One.', ' Two.', ' Three.', ' Four.'].map(delta),
      { type: 'transcript.text.done', text: 'One. Two. Three. Four.' },
    ])
  })

  test('ends with the whole text, even if it does not begin with what was sent', async () => {
    const sent = []
    for await (const event of await openAiStream(request, ['Won.'], Promise.resolve('One.'))) sent.push(event)
    assert.deepEqual(sent, [
      'data: {"type":"transcript.text.delta","delta":"Won."}\n\n',
      'data: {"type":"transcript.text.done","text":"One."}\n\n',
    ])
  })
})
