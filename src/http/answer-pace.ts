/**
 * Cuts connections whose clients stop taking what is sent to them: each keeps its answer in memory, or what the answer is read
 * from. It makes no difference what sends it.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { takenBytes } from './taken-bytes.ts'

/** Bytes per second that a client must take on average while something waits for it. */
const MIN_PACE = 1_000

/**
 * Watches the connections of a server, those of WebSockets too. Of what waits for a client, it must take 1 kB per second in each
 * period of `seconds`; it is cut between one period and two after it took anything. A connection on which nothing waits, as while
 * an answer is being made, is left alone.
 */
export function limitAnswerTime(server: Pick<Server, 'on'>, seconds: number): void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  /** What had been taken a period ago, of connections on which something waited. */
  let before: ReadonlyMap<Socket, number> = new Map()
  const check = async (): Promise<void> => {
    const taken = await takenBytes([...open].filter(isWaiting))
    for (const [socket, bytes] of taken) {
      const isSlow = bytes - (before.get(socket) ?? -Infinity) < seconds * MIN_PACE
      // A reset, which also frees what waits in the kernel.
      if (isSlow && isWaiting(socket)) socket.resetAndDestroy()
    }
    before = taken
  }
  // Immediately after what can be sent was sent: the event loop may have been busy.
  const timer = setInterval(() => setImmediate(() => void check()), seconds * 1000).unref()
  server.on('close', () => clearInterval(timer))
}

const isWaiting = ({ writableLength }: Socket): boolean => writableLength > 0
