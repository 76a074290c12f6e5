/** Programs that a test starts besides the service. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/** Debian keeps some where only root's PATH leads. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']

/** The path of a program; null if it is not installed. */
export function programOf(name: string): string | null {
  return FOLDERS.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null
}

/**
 * A free port, for a program that cannot report the one it picks, or that must keep it over a restart. It is below the ephemeral
 * ports (32768 and up on Linux, 49152 elsewhere): the kernel gives it to no other socket before the program binds it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(() => true, () => false) // oxfmt-ignore
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
