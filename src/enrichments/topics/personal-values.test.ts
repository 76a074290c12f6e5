import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentencesOf } from '../../text/timed-sentences.ts'
import { transcriptionOf } from '../testing/talks.ts'
import { personalRanges } from './personal-values.ts'

async function personalIn(texts: readonly string[]): Promise<string[][]> {
  const sentences = sentencesOf(transcriptionOf(texts).utterances)
  const ranges = await personalRanges(sentences, new AbortController().signal)
  return sentences.map(({ text }, index) => ranges[index]!.map(({ from, to }) => text.slice(from, to)))
}

test('names, addresses and numbers are found however they are spoken', async () => {
  for (const text of [
    'My name is Helen Marchetti.',
    'It is S M Y T H.',
    'The account number is three one double eight, oh six two four.',
    'It ends in double five two.',
    'Your reference is 519338.',
    'That is SK4 3PT.',
    'It is D for delta and the rest.',
    'Send it to g dot entwistle at btinternet dot com.',
    'She moved to forty two Larkfield Road.',
  ])
    assert.notDeepEqual(await personalIn([text]), [[]], text)
})

test('a name is personal in every sentence, as are its parts', async () => {
  const found = await personalIn(['My name is Helen Rose Smyth.', 'So I told Mrs Smyth that it rains.'])
  assert.deepEqual(found[1], ['Smyth'])
})

test('sums, dates, years and towns identify nobody', async () => {
  for (const text of [
    'The refund is four hundred and twenty nine pounds.',
    'The bridge was built in eighteen forty one and carries 9,000 vehicles.',
    'We meet in Bristol on the third of May 2026 at half past four.',
  ])
    assert.deepEqual(await personalIn([text]), [[]], text)
})
