import type { NodeHealth, NodeState } from '../contract/system.ts'

/** Identifies a process of the service: a random UUID, generated at each start. */
export type NodeId = string

export interface Node {
  readonly id: NodeId
  readonly host: string
  /** Process id on that host. */
  readonly pid: number
  readonly roles: readonly string[]
  readonly version: string
  /** Digests of the pulled models, by name. */
  readonly models: Readonly<Record<string, string>>
}

/** A node that has not been declared dead. Times are milliseconds since 1970. */
export interface RunningNode extends Omit<Node, 'models'> {
  readonly startedAt: number
  /** The state that operators have requested. */
  readonly state: NodeState
  /** Whether the node has adopted that state. */
  readonly hasFollowed: boolean
  readonly beatAt: number
  /** Whether more than half of its lease has passed since its last beat. */
  readonly isLate: boolean
  /** Number of jobs, live sessions, deliveries and uploads that the node owns. */
  readonly files: number
  readonly liveSessions: number
  readonly callbacks: number
  readonly uploads: number
  /** As of its last beat; null before its second one. */
  readonly health: NodeHealth | null
}
