/** How much of what was sent on a connection its client has taken. */
import { readFile, readlink } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** What Node keeps of a socket: there is no other way to the progress of a large write, nor to the descriptor. */
interface Handle {
  readonly fd: number
  /** Bytes that were written, including those that wait in the process. */
  readonly bytesWritten: number
  /** Bytes that wait in the process. */
  readonly writeQueueSize: number
}

/** The column of a table of the kernel with the bytes that wait to be sent and to be read, and that with the inode. */
const QUEUES = 4
const INODE = 9

/**
 * Bytes that have reached the client of each socket. On Linux, those that wait in the kernel are not counted: it says that
 * there is room again only once megabytes have left, which takes a slow client minutes.
 */
export async function takenBytes(sockets: readonly Socket[]): Promise<Map<Socket, number>> {
  // Before the queues are read: what is written meanwhile is in the queue of a client that takes nothing, and counts as not taken.
  const passedOn = sockets.flatMap((socket) => {
    const { _handle: handle } = socket as Socket & { readonly _handle?: Handle | null }
    return handle ? [{ socket, fd: handle.fd, bytes: handle.bytesWritten - handle.writeQueueSize }] : []
  })
  const queues = passedOn.length === 0 ? new Map<string, number>() : await sendQueues()
  const taken = new Map<Socket, number>()
  for (const { socket, fd, bytes } of passedOn) {
    const name = queues.size === 0 ? '' : await readlink(`/proc/self/fd/${fd}`).catch(() => '')
    taken.set(socket, bytes - (queues.get(name) ?? 0))
  }
  return taken
}

/** Bytes that wait in the kernel to be sent or confirmed, by the names of sockets; none but on Linux. */
async function sendQueues(): Promise<Map<string, number>> {
  const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6'].map(async (file) =>
    readFile(file, 'latin1').catch(() => ''),
  )
  const lines = (await Promise.all(tables)).flatMap((table) => table.split('\n').slice(1))
  return new Map(
    lines.map((line) => {
      const columns = line.trim().split(/\s+/)
      return [`socket:[${columns[INODE]}]`, Number.parseInt(columns[QUEUES] ?? '', 16)]
    }),
  )
}
