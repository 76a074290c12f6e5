import assert from 'node:assert/strict'
import { test } from 'node:test'
import { long } from '../support/long.ts'
import { lineEnds } from './lines.ts'

for (const material of ['short', 'tuned', 'unseen'] as const)
  test(`utterances end at the ends of sentences: ${material}`, material === 'short' ? {} : long, async () => {
    const { ends, inSentence, paused, found, seconds } = await lineEnds(material)
    assert.ok(inSentence <= 0.15 * ends + 1, `${inSentence} of ${ends} end in mid-sentence`)
    assert.ok(found >= 0.85 * paused, `${found} of ${paused} sentences before a pause end one`)
    assert.ok(seconds.at(-1)! <= 30, `the longest has ${seconds.at(-1)} s`)
  })
