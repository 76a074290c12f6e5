import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedHeaders } from './signature.ts'

test('a body is signed as in the Standard Webhooks test vector, once for each secret', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const of = (secrets: string[]) =>
    signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330_999, '{"test": 2432232314}', secrets)
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  assert.deepEqual(of([secret]), {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  })
  const [first, second] = of([`whsec_${btoa('x'.repeat(32))}`, secret])['webhook-signature']?.split(' ') ?? []
  assert.match(first ?? '', /^v1,[\w+/]{43}=$/)
  assert.equal(second, signature)
})
