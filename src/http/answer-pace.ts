/**
 * Cuts connections whose clients stop taking what is sent to them: each keeps its answer in memory, or what the answer is read
 * from. It makes no difference what sends it.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { takenBytes } from './taken-bytes.ts'

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
