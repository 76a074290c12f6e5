/** A console that cannot be bundled makes only its own pages unavailable. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from '../support/client.ts'
import { runService } from '../support/running-service.ts'

test('the API works without the bundler, and the console and the log say what is wrong', async (t) => {
  // Read when esbuild is loaded: a program that ends at once, as a broken installation does.
  process.env['ESBUILD_BINARY_PATH'] = '/bin/false'
  const service = await runService()
  t.after(async () => service.close())
  const client = await Client.of(service)
  assert.equal((await client.get('/v2/jobs')).status, 200)
  const page = await fetch(`${service.url}/console`, { headers: { accept: 'text/html' } })
  assert.equal(page.status, 503)
  assert.match(await page.text(), /The console is not available.*The API is not affected/)
  assert.ok(
    service.log.some(
      ({ msg }) => msg === 'console could not be bundled; /console and /docs are not available',
    ),
  )
})
