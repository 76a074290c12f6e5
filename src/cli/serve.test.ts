import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { announceKey } from './serve.ts'

test('a new service key is shown on a terminal, while a journal gets only the name of its file', () => {
  const shown = (isTTY: boolean) => {
    const output = Object.assign(new PassThrough(), { isTTY })
    announceKey(output, 'the-key', '/data/service-key')
    return String(output.read())
  }
  assert.match(shown(true), /^Service key: the-key\n.*\/data\/service-key\.\n$/)
  assert.match(shown(false), /^A service key was generated\. It is stored in \/data\/service-key\.\n$/)
})
