/**
 * Cuts connections whose clients stop taking what is sent to them: each keeps its answer in memory, or what the answer is read
 * from. It makes no difference what sends it.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { readFile, readlink } from 'node:fs/promises'

/** Bytes per second that a client must take on average while something waits for it. */
const MIN_PACE = 1_000

/** Looks at the connections in a period. */
const LOOKS = 4

/** What a client had taken when it last kept the pace, and how often it has been looked at since. */
interface Mark {
  readonly bytes: number
  readonly looks: number
}

/**
 * Watches the connections of a server, those of WebSockets too. Of what waits for a client, it must take 1 kB per second in each
 * period of `seconds`. A connection on which nothing waits, as while an answer is being made, is left alone.
 */
export function limitAnswerTime(server: Pick<Server, 'on'>, seconds: number): void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  /** Of the connections on which something waits. */
  let marks: ReadonlyMap<Socket, Mark> = new Map()
  const look = async (): Promise<void> => {
    const next = new Map<Socket, Mark>()
    for (const [socket, bytes] of await takenBytes([...open].filter(isWaiting))) {
      const mark = marks.get(socket)
      if (mark === undefined || bytes - mark.bytes >= seconds * MIN_PACE)
        next.set(socket, { bytes, looks: 0 })
      else if (mark.looks + 1 < LOOKS) next.set(socket, { bytes: mark.bytes, looks: mark.looks + 1 })
      // A reset, which also frees what waits in the kernel.
      else if (isWaiting(socket)) socket.resetAndDestroy()
    }
    marks = next
  }
  // Immediately after what can be sent was sent: the event loop may have been busy.
  const timer = setInterval(() => setImmediate(() => void look()), (seconds * 1000) / LOOKS).unref()
  server.on('close', () => clearInterval(timer))
}

const isWaiting = ({ writableLength }: Socket): boolean => writableLength > 0

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
async function takenBytes(sockets: readonly Socket[]): Promise<Map<Socket, number>> {
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
