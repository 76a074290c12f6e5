/** The commands of README.md and docs/tour.md for newcomers work as written, on the oldest Node.js that they name. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { OLDEST_NODE } from '../support/client-package.ts'
import { ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

/** The code blocks of a page in a language, without the fences. */
const blocks = (page: string, language: string): string[] =>
  [...read(page).matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block)

/** A checkout after "npm ci", in its own folder, where the commands may leave files. */
function newCheckout(): string {
  const checkout = temporaryFolder()
  for (const name of ['bin', 'tools', 'package.json', '.npmrc'])
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true })
  for (const name of ['src', 'clients', 'models', 'samples', 'node_modules'])
    symlinkSync(join(ROOT, name), join(checkout, name))
  return checkout
}

suite('for a newcomer', () => {
  const checkout = newCheckout()
  const home = temporaryFolder()
  // An error in an answer ends the commands, and each answer ends with a line break.
  writeFileSync(join(home, '.curlrc'), 'fail-with-body\nwrite-out = "\\n"\n')
  let service: ServiceProcess

  before(async () => {
    // Without keys, as "npm start" starts it.
    const generated = { SERVICE_KEY: '', SECRET_KEY: '' }
    service = await ServiceProcess.start(null, join(checkout, 'data'), generated)
  })
  after(async () => service.end('SIGTERM'))

  /** Runs commands in the checkout, changing only the port. @returns their output */
  async function run(commands: readonly string[]): Promise<string> {
    const script = commands.join('\n').replaceAll('http://127.0.0.1:8080', service.url)
    const env = {
      PATH: [dirname(OLDEST_NODE), process.env['PATH']].join(delimiter),
      HOME: home,
      DATABASE_URL: '',
      S3_BUCKET: '',
      npm_config_update_notifier: 'false',
    }
    const args = ['-euxo', 'pipefail', '-c', script]
    const { stdout } = await promisify(execFile)('bash', args, { cwd: checkout, env })
    return stdout
  }

  test('one request transcribes a file', async () => {
    const request = blocks('README.md', 'sh').filter((block) => block.startsWith('curl '))
    assert.equal(request.length, 1)
    assert.match(await run(request), /^Welcome to scriptorium\. .* find it again\.$/im)
  })

  test('the tour works from its first command to its last', async () => {
    const [program = '', ...others] = blocks('docs/tour.md', 'js')
    assert.deepEqual(others, [])
    writeFileSync(join(checkout, 'live.mjs'), program)
    const printed = await run(blocks('docs/tour.md', 'sh'))
    for (const pattern of [
      /"id":"[\da-f-]{36}".*"status":"done".*"summarization":\{"success":true/,
      /"stage":/,
      /^00:00:\d\d,\d{3} --> /m,
      /"title":"Welcome"/,
      // A correction keeps everything that it does not name.
      /^Welcome to scriptorium.*what you said\..*find it again\.$/im,
      /"items":\[\{"id":.*"title":"Welcome"/,
      /"utterance":2,.*"ranges":\[/,
      /^final +and every transcript is kept\.?$/im,
      /^[\da-f-]{36} +team-a +my-app /m,
    ])
      assert.match(printed, pattern)
  })
})
