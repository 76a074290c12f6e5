import assert from 'node:assert/strict'
import { test } from 'node:test'
import { long } from '../support/long.ts'
import { type MarkCounts, precision, recall } from './marks.ts'
import { PASSAGES } from './punctuated-speech.ts'
import { marksOfFiles, marksOfFinals, sentencesFigures } from './sentences.ts'

const passages = (...files: string[]) => PASSAGES.filter(({ file }) => files.includes(file))

function assertEnds({ ends }: MarkCounts, found: number, right: number): void {
  assert.ok(recall(ends) >= found, `${recall(ends)} of the sentence ends are found`)
  assert.ok(precision(ends) >= right, `${precision(ends)} of those written are right`)
}

test('slow and long speech has its marks, and telephone speech keeps them', async () => {
  const counts = await marksOfFiles(passages('jfk.wav', 'en-GB_Broadband_sample2.wav', 'english2.g712.wav'))
  assertEnds(counts, 0.9, 0.95)
  assert.ok(recall(counts.marks) >= 0.95)
  assert.ok(counts.wrongWords <= 3, `${counts.wrongWords} words are wrong`)
})

test('Japanese has full stops between sentences', async () => {
  assertEnds(await marksOfFiles(passages('ja-JP_Broadband_sample1.wav')), 0.6, 0.9)
})

test('a live final has no full stop in mid-sentence', async () => {
  assertEnds(await marksOfFinals(passages('jfk.wav', 'Us_English_Narrowband_Sample_2.wav'), 0.05), 0.6, 0.6)
})

test('the unseen passages', long, async () => {
  for (const { what, ours, isMet } of await sentencesFigures()) assert.ok(isMet, `${what}: ${ours}`)
})
