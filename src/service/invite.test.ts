import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkBase } from './invite.ts'

test('links use PUBLIC_URL, else localhost instead of an address, for which browsers keep no passkeys', () => {
  const here = { publicUrl: null, port: null }
  for (const [url, base] of [
    ['http://127.0.0.1:8080', 'http://localhost:8080'],
    ['http://[::1]:9', 'http://localhost:9'],
    ['http://0.0.0.0:8080', 'http://localhost:8080'],
    ['http://[::]:8080', 'http://localhost:8080'],
    ['http://127.0.0.11:8080', 'http://127.0.0.11:8080'],
    ['http://192.0.2.7:8080', 'http://192.0.2.7:8080'],
  ] as const)
    assert.equal(linkBase(here, url), base)
  assert.equal(linkBase(here), 'http://localhost:8080')
  assert.equal(linkBase({ ...here, port: 81 }), 'http://localhost:81')
  assert.equal(linkBase({ publicUrl: 'https://t.example.org/x', port: 81 }), 'https://t.example.org/x')
})
