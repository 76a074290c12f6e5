/** What the commands print for real speech. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { runService } from './support/running-service.ts'
import { SAMPLE_PATH } from './support/sample.ts'
import { scriptorium, temporaryFolder } from './support/scriptorium.ts'

suite('a command that speaks to a server', () => {
  test('prints the same text for a file and a live session', async (t) => {
    const service = await runService()
    t.after(async () => service.close())
    const env = {
      SCRIPTORIUM_URL: service.url,
      SCRIPTORIUM_KEY: service.key,
      XDG_CONFIG_HOME: temporaryFolder(),
    }
    const submitted = await scriptorium(['submit', SAMPLE_PATH, '--wait'], env)
    const live = await scriptorium(['live', SAMPLE_PATH, '--fast', '-l', 'english'], env)
    for (const { code, stdout } of [submitted, live]) {
      assert.equal(code, 0)
      assert.match(stdout, /it writes down what you say/i)
    }
    assert.ok(live.stdout.split('\n').length > 2, 'a line for each utterance')
    assert.equal(submitted.stderr, '', 'no progress in a pipe')
  })
})
