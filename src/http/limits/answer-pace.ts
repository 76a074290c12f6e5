/**
 * Resets connections whose clients stop reading, since each keeps its response in memory, or the source of it open. Applies to
 * everything sent on a connection.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { readFile, readlink } from 'node:fs/promises'

/** Bytes per second that a client must read on average while data is waiting for it. */
const MIN_PACE = 1_000

/** Checks of the connections per period. */
const LOOKS = 4

/** What a client had read when it last kept the pace, and the number of checks since. */
interface Mark {
  readonly bytes: number
  readonly looks: number
}

/**
 * Watches the connections of a server, including WebSockets. While data is waiting for a client, it must read 1 kB per second on
 * average over each period of `seconds`. Connections without waiting data, for example while a response is being prepared, are left
 * alone.
 */
export function limitAnswerTime(server: Pick<Server, 'on'>, seconds: number): void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  /** Only connections with waiting data. */
  let marks: ReadonlyMap<Socket, Mark> = new Map()
  const look = async (): Promise<void> => {
    const next = new Map<Socket, Mark>()
    for (const [socket, bytes] of await takenBytes([...open].filter(isWaiting))) {
      const mark = marks.get(socket)
      if (mark === undefined || bytes - mark.bytes >= seconds * MIN_PACE)
        next.set(socket, { bytes, looks: 0 })
      else if (mark.looks + 1 < LOOKS) next.set(socket, { bytes: mark.bytes, looks: mark.looks + 1 })
      // A reset also frees the data in the kernel.
      else if (isWaiting(socket)) socket.resetAndDestroy()
    }
    marks = next
  }
  // Only after I/O has been handled: the event loop may have been busy, and the client not slow.
  const timer = setInterval(() => setImmediate(() => void look()), (seconds * 1000) / LOOKS).unref()
  server.on('close', () => clearInterval(timer))
}

const isWaiting = ({ writableLength }: Socket): boolean => writableLength > 0

/** Node's internal handle of a socket, the only source for the progress of a large write and for the file descriptor. */
interface Handle {
  readonly fd: number
  /** Bytes written, including those waiting in the process. */
  readonly bytesWritten: number
  /** Bytes waiting in the process. */
  readonly writeQueueSize: number
}

/** Columns of `/proc/self/net/tcp`: the bytes waiting to be sent and to be read, and the inode. */
const QUEUES = 4
const INODE = 9

/**
 * Bytes that have reached the client of each socket. On Linux, this excludes bytes waiting in the kernel, which accepts more only after
 * megabytes have left, and that takes a slow client minutes.
 */
async function takenBytes(sockets: readonly Socket[]): Promise<Map<Socket, number>> {
  // Read before the queues: bytes that move to the kernel in between then count as not taken.
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

/** Bytes waiting in the kernel to be sent or acknowledged, by the name of the socket. Empty except on Linux. */
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
