/** Runs `scriptorium` commands one after another in a separate process, which loads the program once. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { TEST_SECRET_KEY } from '../../src/store/testing/open-test-store.ts'

const LOOP = fileURLToPath(new URL('command-loop.ts', import.meta.url))

/** A command, with additional environment variables. */
export interface Command {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The output of a command, and its exit code. */
export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export class CommandHost {
  readonly #child: ChildProcess

  constructor() {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, SECRET_KEY: TEST_SECRET_KEY }
    this.#child = fork(LOOP, { env })
  }

  async run(command: Command): Promise<Ran> {
    this.#child.send(command)
    const ended = new AbortController()
    const [answer] = (await Promise.race([
      once(this.#child, 'message', ended),
      once(this.#child, 'exit', ended).then(() => [null]),
    ])) as [Ran | null]
    ended.abort()
    if (answer === null) throw new Error('the process of the commands has ended')
    return answer
  }

  /** Must be called at the end. */
  close(): void {
    this.#child.kill()
  }
}
