/** The child's side of a `SupervisedProcess`. */
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'

/** The message by which a child says only that it is alive. */
export const HEARTBEAT = 'alive'
const HEARTBEAT_MS = 1_000

export interface ParentLinkOptions<Request> {
  readonly onRequest: (request: Request) => void
  /** Lowers the priority below that of the service, so that the API answers first. */
  readonly isBackground?: boolean
  /** Heartbeats are sent while it returns true. Without it, only reports count as signs of life. */
  readonly isBusy?: () => boolean
}

/**
 * Call this once, in the module that a `SupervisedProcess` starts.
 * @returns a function that sends a report to the parent
 */
export function connectToParent<Request>({
  onRequest,
  isBackground = false,
  isBusy,
}: ParentLinkOptions<Request>): (report: unknown) => void {
  if (isBackground) setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  // A process manager may signal every process of the service at once. The service then still needs this one to drain.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})
  // The parent is gone, perhaps killed. The group of this process includes any decoder that it runs.
  process.on('disconnect', killOwnGroup)
  if (!process.connected) killOwnGroup()

  // Node.js writes the cache when a process exits, but this one is ended by SIGKILL.
  flushCompileCache()
  const send = (message: unknown) => void process.send?.(message)
  process.on('message', (message) => onRequest(message as Request))
  if (isBusy !== undefined) setInterval(() => isBusy() && send(HEARTBEAT), HEARTBEAT_MS)
  return send
}

function killOwnGroup(): void {
  process.kill(-process.pid, 'SIGKILL')
}
