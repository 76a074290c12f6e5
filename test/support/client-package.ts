/** The client package as npm installs it, and programs that use it. */
import { execFile, spawn } from 'node:child_process'
import { copyFile, cp, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { NODE_20 } from './node-20.ts'
import { temporaryFolder } from './scriptorium.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CLIENT = join(ROOT, 'clients/typescript')

/** The client supports Node.js 20 and later. */
export const OLDEST_NODE = NODE_20 ?? process.execPath
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

/** Creates a folder in which `@scriptorium/client` is installed. */
export async function folderWithClient(): Promise<string> {
  const folder = temporaryFolder()
  const installed = join(folder, 'node_modules/@scriptorium/client')
  await mkdir(installed, { recursive: true })
  await copyFile(join(CLIENT, 'package.json'), join(installed, 'package.json'))
  await tsc(['-p', CLIENT, '--outDir', join(installed, 'dist')])
  const types = join(folder, 'node_modules/@types')
  await symlink(join(ROOT, 'node_modules/@types'), types)
  return folder
}

/** Runs the compiler. @throws with its errors */
export async function tsc(args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [TSC, ...args]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout)
  })
}

/** Copies an example into a folder. @returns its path */
export async function exampleIn(folder: string, name: string): Promise<string> {
  const copy = join(folder, name)
  await cp(join(ROOT, 'examples', name), copy, {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules'),
  })
  return copy
}

/** Runs a program on the oldest Node.js until the test ends. @returns the first match of the pattern in its output */
export async function started(
  t: Pick<TestContext, 'after'>,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  pattern: RegExp,
): Promise<string> {
  const program = spawn(OLDEST_NODE, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => program.kill('SIGKILL'))
  for await (const line of createInterface(program.stdout)) {
    const [found] = pattern.exec(line) ?? []
    if (found !== undefined) return found
  }
  throw new Error(`${args.join(' ')} ended`)
}
