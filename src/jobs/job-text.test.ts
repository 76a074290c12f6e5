import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { aroundResult, JOB_FIELDS, type JobRecord, jobsText } from './job-text.ts'

const JOB: JobRecord = {
  id: '0b7f3a52-5d0c-4f1e-9d39-3c2f4b1a6e70',
  bucket: 2,
  created_at: 0,
  completed_at: 1,
  error_code: null,
  error_message: null,
  custom_metadata: '{"a":[1,"ü"]}',
  post_session_metadata: '{}',
  file: null,
  details: null,
  request_params: '{"language_config":{}}',
  result: null,
}

test('a job whose result is sent in slices has the same text as one sent whole, for any selection of fields', () => {
  const fields = fc.shuffledSubarray([...JOB_FIELDS]).filter((some) => some.includes('result'))
  const property = fc.property(fields, fc.constantFrom('', ','), (some, prefix) => {
    const result = '{"transcription":{"full_transcript":"alpha"}}'
    const { before, after } = aroundResult(JOB, some, prefix)
    const text = `${before.toString()}${result}${after.toString()}`
    assert.equal(text, jobsText([{ ...JOB, result }], some, prefix).toString())
    assert.deepEqual(Object.keys(JSON.parse(text.slice(prefix.length)) as object), some)
  })
  fc.assert(property, { seed: 1, numRuns: 200, examples: [[['result'], '']] })
})
