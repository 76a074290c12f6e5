import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import type { Word } from '../../contract/transcript.ts'
import { cnnBilstm, ctTransformer } from '../testing/made-models/punctuation.ts'
import { pulled } from '../testing/pulled-model.ts'
import { PunctuationThread } from './punctuation-thread.ts'

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-punctuation-thread-'))
after(() => rmSync(root, { recursive: true }))

const KNOWN = { hello: { after: ',', case: 'capital' } } as const
const spoken = (text: string): Word[] =>
  text.split(/(?= )/).map((word, i) => ({ word, start: i, end: i + 0.5, confidence: 0.5 }))
const textOf = (words: readonly Word[]) => words.map(({ word }) => word).join('')

test('words of several concurrent sessions get their own marks, from the models in use', async (t) => {
  const about = { purpose: 'punctuation' } as const
  const ct = await pulled(root, ctTransformer(KNOWN), { name: 'ct', engine: 'ct-transformer', ...about })
  const cnn = await pulled(root, cnnBilstm(KNOWN), { name: 'cnn', engine: 'cnn-bilstm', ...about })
  const thread = new PunctuationThread()
  t.after(() => thread.close())
  const mark = async (text: string, language: 'en' | 'de' = 'en') =>
    textOf(await thread.marked(spoken(text), language))

  assert.equal(await mark(' hello you'), ' hello you', 'without a model')
  thread.use([ct, cnn])
  const both = [mark(' hello you'), mark(' hello me')]
  thread.use([cnn])
  assert.deepEqual(await Promise.all([...both, mark(' hello us'), mark(' hello du', 'de')]), [
    ' hello, you.',
    ' hello, me.',
    ' Hello, us.',
    ' hello du',
  ])
  thread.use([])
  assert.deepEqual(await thread.marked(spoken(' hello you'), 'en'), spoken(' hello you'))
})
