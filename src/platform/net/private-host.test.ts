import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPrivateHost } from './private-host.ts'

test('the host of a URL is private if it is localhost or an address that is not public, in any spelling', () => {
  const hosts = [
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    '127.1',
    '2130706433',
    '[::1]',
    '[::ffff:10.0.0.1]',
  ]
  for (const host of hosts) assert.ok(isPrivateHost(`http://${host}:8080/talk.wav`), host)
  for (const host of ['example.com', 'localhost.example.com', '93.184.216.34', '[2606:2800:220:1::1]'])
    assert.ok(!isPrivateHost(`https://${host}/talk.wav`), host)
})
