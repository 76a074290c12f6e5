import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loggedPath } from './request-url.ts'

const TOKEN = 'k3Yx-_0123456789abcdefghijklmnopqrstuvwxyzAB'

test('a logged path has no query and no token of a link, in whatever spelling', () => {
  for (const [url, route, path] of [
    ['/v2/jobs/1?key=secret', '/v2/jobs/:id', '/v2/jobs/1'],
    [`/shared/${TOKEN}`, '/shared/:token', '/shared/:token'],
    [`/%73hared/${TOKEN}/audio?t=1`, '/shared/:token/audio', '/shared/:token/audio'],
    [`/shared/${TOKEN}/%zz`, null, '/shared/:token/%zz'],
    [`/%73h%61red/${TOKEN}/x`, null, '/%73h%61red/:token/x'],
    [`/shared/shared//${TOKEN}`, null, '/shared/shared//:token'],
    [`/shared%2F${TOKEN}%2Faudio`, null, '/shared%2F:token%2Faudio'],
    [`/SHARED/${TOKEN}/shared/${TOKEN}`, null, '/SHARED/:token/shared/:token'],
  ] as const)
    assert.equal(loggedPath(url, route), path)
})
