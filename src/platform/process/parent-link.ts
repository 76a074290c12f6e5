/** The child's side of a `SupervisedProcess`. */
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'

/** The message that only says that the child is alive. */
export const HEARTBEAT = 'alive'
const HEARTBEAT_MS = 1_000

export interface ParentLinkOptions<Request> {
  readonly onRequest: (request: Request) => void
  /** Runs below the priority of the service, so that the API answers first. */
  readonly isBackground?: boolean
  /** Heartbeats are sent while it returns true; without it none are, and every report counts as a sign of life. */
  readonly isBusy?: () => boolean
}

/**
 * To be called once, by the module that a `SupervisedProcess` starts.
 * @returns a function that sends a report to the parent
 */
export function connectToParent<Request>({
  onRequest,
  isBackground = false,
  isBusy,
}: ParentLinkOptions<Request>): (report: unknown) => void {
  if (isBackground) setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  // A process manager may signal every process of the service at once. The service then drains, and needs this one.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})
  // The parent is gone, perhaps by SIGKILL. The group of this process includes any decoder that it runs.
  process.on('disconnect', killOwnGroup)
  if (!process.connected) killOwnGroup()

  // Node.js writes the cache when a process exits, but this one ends by SIGKILL.
  flushCompileCache()
  const send = (message: unknown) => void process.send?.(message)
  process.on('message', (message) => onRequest(message as Request))
  if (isBusy !== undefined) setInterval(() => isBusy() && send(HEARTBEAT), HEARTBEAT_MS)
  return send
}

function killOwnGroup(): void {
  process.kill(-process.pid, 'SIGKILL')
}
