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

/** A port that nothing listens on, for a program that does not report one that it picks itself. */
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
