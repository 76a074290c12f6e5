import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const MODULE = new URL('log-output.ts', import.meta.url).href

/** Runs a program that logs, and returns its standard output. */
async function outputOf(program: string): Promise<string> {
  const script = `import { logOutput } from '${MODULE}'; const output = logOutput(); ${program}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return out
}

test('a killed process loses only the last moments of its log', async () => {
  const kill = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 150)`
  assert.equal(await outputOf(`output.write('line\\n'); ${kill}`), 'line\n')
})

test('a process that exits loses none of its log', async () => {
  assert.equal(await outputOf(`output.write('line\\n'); process.exit(1)`), 'line\n')
})
