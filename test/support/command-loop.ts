/** The process of `CommandHost`: it evaluates the program again for each command, and its modules once. */
import type { Command, Ran } from './command-host.ts'

/** Thrown when a command ends the process. */
class Exit extends Error {}

const PROGRAM = new URL('../../src/cli/main.ts', import.meta.url)
const [node = ''] = process.argv
const initial = { ...process.env }
let runs = 0
let written = { stdout: '', stderr: '' }

for (const name of ['stdout', 'stderr'] as const)
  process[name].write = (text: string | Uint8Array) => {
    written[name] += String(text)
    return true
  }
process.exit = (code) => {
  process.exitCode = code ?? 0
  throw new Exit('the command has ended')
}
process.on('message', (command: Command) => void run(command))

async function run({ args, env }: Command): Promise<void> {
  written = { stdout: '', stderr: '' }
  process.exitCode = 0
  process.env = { ...initial, ...env }
  process.argv = [node, PROGRAM.pathname, ...args]
  try {
    runs += 1
    await import(`${PROGRAM.href}?${runs}`)
  } catch (error) {
    if (!(error instanceof Exit)) {
      process.exitCode = 1
      written.stderr += (error as Error).stack ?? String(error)
    }
  }
  process.send!({ code: process.exitCode, ...written } satisfies Ran)
}
