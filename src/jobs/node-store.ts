/** Identifies a process of the service: a random UUID, made at each start. */
export type NodeId = string

export interface Node {
  readonly id: NodeId
  readonly roles: readonly string[]
  readonly version: string
  /** The pulled models, by name, with their digests. */
  readonly models: Readonly<Record<string, string>>
}

/** A node that is running. */
export interface RunningNode extends Pick<Node, 'id' | 'roles' | 'version'> {
  /** Milliseconds since 1970. */
  readonly startedAt: number
}

/**
 * The nodes that share the database. Each holds a lease and extends it; one whose lease has expired is marked dead by any
 * other, and what it owned is released. The row of a dead node is removed once nothing names it.
 */
export interface NodeStore {
  /**
   * Adds a node.
   * @param gone a node that is known to have ended, which is marked dead at once. A database of one process needs none: there,
   * every other node has ended
   */
  register(node: Node, leaseMs: number, gone: NodeId | null): Promise<void>
  /**
   * Extends a node's lease and, unless that was itself late, marks the nodes dead whose leases have expired.
   * @returns false when the node is itself dead: it must not write any more
   */
  beat(id: NodeId, leaseMs: number): Promise<boolean>
  /** Marks a node dead, as when it shuts down. */
  bury(id: NodeId): Promise<void>
  /** The nodes that are running, in the order of their start. */
  running(): Promise<RunningNode[]>
}
