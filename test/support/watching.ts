/** `scriptorium watch` as a process, and its output. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './scriptorium.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

export interface Watching {
  readonly child: ChildProcess
  /** Lines of standard output so far: the paths of transcripts. */
  readonly written: string[]
  stderr: string
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts the command, which is killed at the end of the test. @param server that transcribes, if one is used */
export function watch(
  t: TestContext,
  { folder, out }: ReturnType<typeof folders>,
  server: { readonly url: string; readonly key: string } | null,
  ...args: string[]
): Watching {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = server === null ? {} : { SCRIPTORIUM_URL: server.url, SCRIPTORIUM_KEY: server.key }
  const given = ['--settle', '0.5', ...(server === null ? [] : ['--server']), ...args]
  const child = spawn(process.execPath, [MAIN, 'watch', folder, '-o', out, ...given], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const watching: Watching = {
    ...{ child, written: [], stderr: '' },
    end: async (signal) => {
      child.kill(signal)
      await exited
      return child.exitCode
    },
  }
  child.stdout
    .setEncoding('utf8')
    .on('data', (text: string) => watching.written.push(...text.trim().split('\n')))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (watching.stderr += text))
  t.after(async () => watching.end('SIGKILL'))
  return watching
}

/** A folder to watch, and one for transcripts. */
export const folders = () => ({ folder: temporaryFolder(), out: temporaryFolder() })

interface Line {
  readonly path: string
  readonly status: string
  readonly job?: string
}
/** The records of the command, without lines that a kill has cut. */
export function recorded(out: string): Line[] {
  const path = join(out, '.scriptorium', 'watch.jsonl')
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Line]
      } catch {
        return []
      }
    })
}
export const finished = (out: string) => recorded(out).filter(({ status }) => status !== 'begun')

/** Everything in the output folder except the files of the command itself. */
export const outputs = (out: string): string[] =>
  readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(out.length + 1))
    .filter((path) => !path.startsWith('.scriptorium'))
    .toSorted()
