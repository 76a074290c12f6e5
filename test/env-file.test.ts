/** The file `.env` of a checkout, which the command `scriptorium` and `npm start` read. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { NODE_20, onNode20 } from './support/node-20.ts'
import { temporaryFolder } from './support/scriptorium.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A checkout whose file `.env` has these lines. */
function checkoutWith(...lines: string[]): string {
  const root = temporaryFolder()
  for (const name of ['src', 'node_modules', 'package.json']) symlinkSync(join(ROOT, name), join(root, name))
  mkdirSync(join(root, 'bin'))
  cpSync(join(ROOT, 'bin/scriptorium.cjs'), join(root, 'bin/scriptorium.cjs'))
  writeFileSync(join(root, '.env'), `${lines.join('\n')}\n`)
  return root
}

/** Runs a command of a checkout from its root until it exits. */
async function scriptoriumIn(
  root: string,
  args: readonly string[],
  env: Record<string, string> = {},
  node = process.execPath,
) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const options = { cwd: root, env: { PATH, NODE_COMPILE_CACHE, ...env }, timeout: 60_000 }
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(node, [join(root, 'bin/scriptorium.cjs'), ...args], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

suite('the file .env', () => {
  test('with a misspelled name keeps every command from running with unintended settings', async () => {
    const root = checkoutWith(
      'PROT=0',
      'DATADIR=elsewhere',
      'S3_BUKET=audio',
      'HOME=/root',
      'POSTGRES_PASSWORD=x',
    )
    for (const command of ['serve', 'doctor']) {
      const { code, stdout, stderr } = await scriptoriumIn(root, [command])
      assert.deepEqual([code, stdout], [1, ''])
      assert.equal(
        stderr,
        [
          'scriptorium: .env: unknown variable DATADIR: did you mean DATA_DIR?',
          'scriptorium: .env: unknown variable PROT: did you mean PORT?',
          'scriptorium: .env: unknown variable S3_BUKET: did you mean S3_BUCKET?',
          '',
        ].join('\n'),
      )
    }
    assert.ok(!existsSync(join(root, 'data')))
  })

  test('configures every command, unless the environment has the variable', async () => {
    const root = checkoutWith('# where everything is', 'DATA_DIR="a folder"', 'CONCURRENCY=none')
    const refused = await scriptoriumIn(root, ['keys', 'create', 'first'])
    assert.deepEqual([refused.code, refused.stderr], [1, 'CONCURRENCY: must be a whole number\n'])
    const { code, stderr } = await scriptoriumIn(root, ['keys', 'create', 'first'], { CONCURRENCY: '1' })
    assert.deepEqual([code, stderr], [0, ''])
    assert.ok(existsSync(join(root, 'a folder')))
  })

  test('is read on Node.js 20 too', onNode20, async () => {
    const { code, stderr } = await scriptoriumIn(checkoutWith('PROT=0'), ['serve'], {}, NODE_20)
    assert.deepEqual([code, stderr], [1, 'scriptorium: .env: unknown variable PROT: did you mean PORT?\n'])
  })
})
