/** The server and the key saved by `scriptorium login`, one at a time. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readIfPresent } from '../../platform/files/if-present.ts'
import { CommandError } from '../errors.ts'
import type { Io } from './io.ts'

const login = z.object({ url: z.url({ protocol: /^https?$/ }), key: z.string().min(1) })
type Login = z.infer<typeof login>

export function loginFile(env: Io['env']): string {
  const config = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config')
  return join(config, 'scriptorium', 'login.json')
}

/** The saved login, or null. */
export function readLogin(env: Io['env']): Login | null {
  const file = loginFile(env)
  const text = readIfPresent(file)
  if (text === null) return null
  try {
    return login.parse(JSON.parse(text))
  } catch {
    throw new CommandError(`${file} is damaged: run "scriptorium logout", then "scriptorium login"`)
  }
}

/** Saves it in a file that only this user can read. */
export function saveLogin(env: Io['env'], kept: Login): void {
  const file = loginFile(env)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
  renameSync(partial, file)
}

export function removeLogin(env: Io['env']): void {
  rmSync(loginFile(env), { force: true })
}
