/** Runs the commands that use a server in this process. */
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { Command, type CommanderError } from 'commander'
import { addRemoteCommands } from '../../src/cli/remote/commands.ts'
import type { Io } from '../../src/cli/remote/io.ts'

interface Terminal {
  /** Piped input; null for a terminal, on which the test types. */
  readonly input?: string | null
  readonly env?: Readonly<Record<string, string>>
  /** Width of the terminal; without it, outputs are pipes. */
  readonly columns?: number
  /** Aborted as by Ctrl-C. */
  readonly interrupted?: AbortSignal
}

interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * @param serverOf the server that commands use unless their environment names another
 * @param folder for their configuration
 */
export function remoteCommands(
  serverOf: () => { readonly url: string; readonly key: string },
  folder: string,
) {
  /** Begins a command, whose output can be read while it runs. */
  function begin(args: readonly string[], terminal: Terminal = {}) {
    const { input = '', env, columns, interrupted = new AbortController().signal } = terminal
    const isTTY = columns !== undefined
    const output = () =>
      Object.assign(new PassThrough({ highWaterMark: 2 ** 24 }), { isTTY, ...(isTTY && { columns }) })
    const stdin = Object.assign(new PassThrough(), { isTTY: input === null })
    const [stdout, stderr] = [output(), output()]
    if (input !== null) stdin.end(input)
    let code = 0
    const { url, key } = serverOf()
    const io: Io = {
      stdin,
      stdout,
      stderr,
      env: env ?? { SCRIPTORIUM_URL: url, SCRIPTORIUM_KEY: key, XDG_CONFIG_HOME: folder },
      interrupted,
      exitWith: (given) => (code = given),
    }
    const program = new Command('scriptorium')
      .exitOverride()
      .configureOutput({ writeErr: (line) => stderr.write(line) })
    addRemoteCommands(program, () => io)
    const read = (stream: PassThrough) => String(stream.read() ?? '')
    const ended = program
      .parseAsync(args, { from: 'user' })
      .catch((error: CommanderError) => (code = error.exitCode === 0 ? 0 : 2))
      .then((): Outcome => ({ code, out: read(stdout), err: read(stderr) }))
    return { ended, stdin, stdout, stderr }
  }

  async function run(args: readonly string[], terminal: Terminal = {}): Promise<Outcome> {
    return begin(args, terminal).ended
  }

  /** Runs a command that must succeed. @returns the lines of its standard output */
  async function lines(...args: string[]): Promise<string[]> {
    const { code, out, err } = await run(args)
    assert.deepEqual([code, err], [0, ''], `${args.join(' ')}: ${err}`)
    return out.split('\n').filter((line) => line !== '')
  }

  return { begin, run, lines }
}

export async function readable(stream: PassThrough): Promise<void> {
  if (stream.readableLength > 0) return
  await new Promise((resolve) => stream.once('readable', resolve))
}

/** Waits until a command has printed this, and consumes its output so far. @returns that output */
export async function shown(stream: PassThrough, what: RegExp): Promise<string> {
  let seen = ''
  for (; !what.test(seen); seen += String(stream.read())) await readable(stream)
  return seen
}
