import type { NodeHealth, NodeState } from '../contract/system.ts'

/** Identifies a process of the service: a random UUID, made at each start. */
export type NodeId = string

export interface Node {
  readonly id: NodeId
  readonly host: string
  /** Of the process, on that host. */
  readonly pid: number
  readonly roles: readonly string[]
  readonly version: string
  /** The pulled models, by name, with their digests. */
  readonly models: Readonly<Record<string, string>>
}

/** A node that was not found dead. Times are in milliseconds since 1970. */
export interface RunningNode extends Omit<Node, 'models'> {
  readonly startedAt: number
  /** What operators have told it to do. */
  readonly state: NodeState
  /** Whether it has learned that. */
  readonly hasFollowed: boolean
  readonly beatAt: number
  /** Whether more than half of its lease has passed since. */
  readonly isLate: boolean
  /** Jobs, live sessions, deliveries and files that are being received, of which it is the owner. */
  readonly files: number
  readonly liveSessions: number
  readonly callbacks: number
  readonly uploads: number
  /** As of its last beat; null before its second. */
  readonly health: NodeHealth | null
}
