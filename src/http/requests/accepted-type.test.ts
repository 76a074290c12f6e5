import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { acceptedType } from './accepted-type.ts'

suite('the accepted media type', () => {
  const AVAILABLE = ['application/json', 'text/plain', 'text/vtt']
  const CASES: [accept: string | undefined, expected: string | null][] = [
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'application/json'],
    ['text/vtt', 'text/vtt'],
    ['Text/Plain; charset=utf-8', 'text/plain'],
    ['text/*', 'text/plain'],
    ['text/*;q=0.5, text/vtt', 'text/vtt'],
    ['text/plain;q=0.1, text/vtt;q=0.2', 'text/vtt'],
    ['text/vtt;q=0, */*', 'application/json'],
    ['text/*, text/plain;q=0', 'text/vtt'],
    ['image/png', null],
    ['text/vtt;q=x', null],
    ['', null],
  ]
  for (const [accept, expected] of CASES)
    test(`for "${accept}" is ${expected}`, () => assert.equal(acceptedType(accept, AVAILABLE), expected))
})
