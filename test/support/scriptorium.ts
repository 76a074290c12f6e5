/** Runs `scriptorium serve` and other commands as processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { TEST_SECRET_KEY } from '../../src/store/testing/open-test-store.ts'
import { descendantsOf, type Process, processOf } from './process-table.ts'
import { until } from './until.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

type Environment = Readonly<Record<string, string>>

const folders: string[] = []
process.once('exit', () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A folder that is removed after the last test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scriptorium-test-'))
  folders.push(folder)
  return folder
}

/** Starts the program with the given environment, and the cache that makes it start faster. */
function start(args: readonly string[], env: Environment): ChildProcess {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  return spawn(process.execPath, [MAIN, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, SECRET_KEY: TEST_SECRET_KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/**
 * Runs a command until it exits.
 * @param kill kills it when this resolves
 */
export async function scriptorium(
  args: readonly string[],
  env: Environment,
  kill?: Promise<unknown>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = start(args, env)
  const closed = once(child, 'close')
  void kill?.then(() => child.kill('SIGKILL'))
  const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!)]) // both are pipes
  await closed
  return { code: child.exitCode, stdout, stderr }
}

/** One line of the log. */
export type LogLine = Readonly<Record<string, unknown>>

/** `scriptorium serve` or `work` as a process that can be killed. */
export class ServiceProcess {
  readonly key = 'a-key-of-the-tests'
  readonly dataDir: string
  /** Its log so far. */
  readonly log: LogLine[] = []
  /** Its stderr so far. */
  stderr = ''
  #url: string | null = null
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown>
  readonly #listeners = new Set<(line: LogLine) => void>()

  /** Starts it; it does not listen yet. It is killed at the end of the test or, if that is null, by the caller. */
  constructor(
    t: TestContext | null,
    dataDir: string,
    env: Environment = {},
    command: 'serve' | 'work' = 'serve',
  ) {
    this.dataDir = dataDir
    this.#child = start([command], { DATA_DIR: dataDir, PORT: '0', SERVICE_KEY: this.key, ...env })
    const lines = createInterface(this.#child.stdout!)
    // Not `close`: child processes, which may outlive this one, have the same stderr.
    this.#exited = Promise.all([once(this.#child, 'exit'), once(lines, 'close')])
    t?.after(async () => this.end('SIGKILL'))
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (this.stderr += chunk))
    lines.on('line', (json) => {
      const line = JSON.parse(json) as LogLine
      if (line['msg'] === 'listening') this.#url = String(line['url'])
      this.log.push(line)
      for (const listener of this.#listeners) listener(line)
    })
  }

  /** Starts it on a free port. Resolves when it accepts connections. */
  static async start(
    t: TestContext | null,
    dataDir: string,
    env: Environment = {},
    command: 'serve' | 'work' = 'serve',
  ): Promise<ServiceProcess> {
    const service = new ServiceProcess(t, dataDir, env, command)
    await service.logged((line) => line['msg'] === 'listening')
    return service
  }

  get url(): string {
    if (this.#url === null) throw new Error(`the service does not listen: ${this.stderr}`)
    return this.#url
  }

  /** Resolves at the next log line that satisfies the predicate, or when the process exits. */
  async logged(is: (line: LogLine) => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const listener = (line: LogLine) => {
      if (is(line)) resolve()
    }
    this.#listeners.add(listener)
    await Promise.race([promise, this.#exited])
    this.#listeners.delete(listener)
  }

  /** Waits for the exit and the last line of the log. @returns the exit code, or null if it was killed */
  async exited(): Promise<number | null> {
    await this.#exited
    return this.#child.exitCode
  }

  /** Sends a signal, and waits as `exited` does. @returns the exit code, or null if it was killed */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal)
    return this.exited()
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN
  }

  /** Its child processes and theirs. Empty except on Linux. */
  descendants(): Process[] {
    const { pid } = this.#child
    return pid === undefined || process.platform !== 'linux' ? [] : descendantsOf(pid)
  }
}

/** Fails if some of the processes still exist after enough time to exit. */
export async function allExit(processes: readonly Process[]): Promise<void> {
  const left = () => processes.filter(({ pid, name }) => processOf(pid)?.name === name)
  await until(left, ({ length }) => length === 0, 30)
}
