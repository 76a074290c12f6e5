/**
 * Tests with a real model, skipped unless TEST_LLM_URL and TEST_LLM_MODEL name one (for example, in Ollama), because no
 * dependency of this project contains a language model.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { readConfig } from '../../../service/config.ts'
import { OpenAi } from '../../../models/language/open-ai.ts'
import { toChunks } from '../../../text/text-chunks.ts'
import { promptAnswer } from './prompt-answer.ts'

const { TEST_LLM_URL = '', TEST_LLM_MODEL = '', TEST_LLM_API_KEY = '' } = process.env
const { languageModel: settings } = readConfig({
  LLM_URL: TEST_LLM_URL,
  LLM_MODEL: TEST_LLM_MODEL,
  LLM_API_KEY: TEST_LLM_API_KEY,
})
const skip = settings === null && 'TEST_LLM_URL and TEST_LLM_MODEL are not set'
const signal = new AbortController().signal

const lines = [
  'Speaker 0: Good morning. My name is Marta, and I have an order of 40 chairs.',
  'Speaker 1: They will be in Lisbon on the ninth of May.',
]

test('a real model answers in the requested shape', { skip }, async () => {
  assert(settings)
  const answer = z.object({ name: z.string(), chairs: z.number(), city: z.string() })
  const text = lines.join('\n')
  const question = {
    name: 'order',
    instructions: 'Who ordered how many chairs, and where do they go?',
    text,
    answer,
  }
  const { name, chairs, city } = await new OpenAi(settings).forJob().ask(question, signal)
  assert.match(name, /Marta/i)
  assert.equal(chairs, 40)
  assert.match(city, /Lisbon/i)
})

test('a real model answers a prompt about a whole text, and about its parts', { skip }, async () => {
  assert(settings)
  const openAi = new OpenAi(settings)
  const inTwo = { ...openAi.forJob(), maxCharacters: 80 }
  for (const model of [openAi.forJob(), inTwo]) {
    const parts = toChunks(lines, model.maxCharacters, '\n')
    assert.match(await promptAnswer('To which city do the chairs go?', parts, model, signal), /Lisbon/i)
  }
})
