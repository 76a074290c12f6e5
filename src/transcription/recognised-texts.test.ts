import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Utterance } from '../contract/transcript.ts'
import { RecognisedTexts } from './recognised-texts.ts'

const said = (text: string) => [{ text } as Utterance]

suite('recognised texts', () => {
  test('a follower receives the text so far, and what is added while it reads', async () => {
    const texts = new RecognisedTexts()
    const reading = new AbortController()
    texts.begin('a')
    texts.add('a', said('One.'))
    const found: string[] = []
    const followed = (async () => {
      for await (const text of texts.follow('a', reading.signal)) found.push(text)
    })()
    texts.add('a', said('Two.'))
    texts.add('b', said('Of another job.'))
    // Begin a second attempt, as after the loss of a recogniser.
    texts.begin('a')
    texts.add('a', said('One!'))
    texts.leave('a')
    reading.abort()
    await followed
    assert.deepEqual(found, ['One.', 'One. Two.', 'One!'])
  })

  test('the text of a job that is no longer in progress is forgotten', async () => {
    const texts = new RecognisedTexts()
    texts.begin('a')
    texts.leave('a')
    texts.add('a', said('Late.'))
    const { value } = await texts.follow('a', AbortSignal.timeout(1000)).next()
    assert.equal(value, '')
  })
})
