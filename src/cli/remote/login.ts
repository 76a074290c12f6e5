import { text } from 'node:stream/consumers'
import { type Scriptorium, ScriptoriumError } from '../../../clients/typescript/src/index.ts'
import { ask } from '../ask.ts'
import { UsageError } from '../errors.ts'
import { type ConnectionOptions, connect, serverUrl } from './connection.ts'
import type { Io } from './io.ts'
import { loginFile, removeLogin, saveLogin } from './saved-login.ts'

/** Asks for the server and the key if they are not given, checks them, and saves them. */
export async function login(
  io: Io,
  options: ConnectionOptions & { readonly keyStdin?: true },
): Promise<void> {
  const isAsked = options.url === undefined && options.keyStdin !== true && io.stdin.isTTY === true
  const known = serverUrl(options, io.env)
  const url = isAsked ? serverUrl({ url: (await ask(io, `Server [${known}]: `)) || known }, io.env) : known
  const key = options.key ?? (options.keyStdin === true ? (await text(io.stdin)).trim() : await askForKey(io))
  if (key === '') throw new UsageError('the key is empty: give one as "scriptorium keys create" prints it')
  await checkKey(connect({ url, key }, io.env), io.interrupted)
  saveLogin(io.env, { url, key })
  io.stderr.write(`Logged in to ${url}. The key is saved in ${loginFile(io.env)}.\n`)
}

async function askForKey(io: Io): Promise<string> {
  if (io.stdin.isTTY === true) return ask(io, 'Key: ', true)
  throw new UsageError('there is no terminal to ask for the key: pipe it in with --key-stdin')
}

/** @throws {ScriptoriumError} if the server cannot be reached, or rejects the key */
async function checkKey(client: Scriptorium, signal: AbortSignal): Promise<void> {
  try {
    await client.request('GET', 'v2/jobs', { query: { limit: 1, fields: 'id' }, signal })
  } catch (error) {
    // A key without the scope to read is still valid.
    if (!(error instanceof ScriptoriumError) || error.code !== 'forbidden') throw error
  }
}

/** Deletes the saved server and key. */
export async function logout(io: Io): Promise<void> {
  removeLogin(io.env)
}
