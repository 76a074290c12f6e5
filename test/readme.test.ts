/** The programs in README.md run as they are written, on the oldest Node.js that it names. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from './support/client.ts'
import { NODE_20, onNode20 } from './support/node-20.ts'
import { runService } from './support/running-service.ts'
import { SAMPLE_PATH } from './support/sample.ts'
import { temporaryFolder } from './support/scriptorium.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

test('live.mjs of the README prints what is spoken, on Node.js 20', onNode20, async (t) => {
  const service = await runService()
  t.after(async () => service.close())
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const [, program = ''] = /```js\n(\/\/ node live\.mjs .*?)```/s.exec(readme) ?? []
  // As beside package.json of a checkout.
  const folder = temporaryFolder()
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'live.mjs'), program)
  const client = await Client.of(service)
  const { body } = await client.send<{ url: string }>('POST', '/v2/live', {
    body: { sample_rate: 16_000, language_config: { languages: ['en'] } },
  })
  const args = ['live.mjs', body.url, resolve(SAMPLE_PATH)]
  const { stdout } = await promisify(execFile)(NODE_20!, args, { cwd: folder, timeout: 120_000 })
  assert.match(stdout, /^final +and every transcript is kept\.?$/m)
})
