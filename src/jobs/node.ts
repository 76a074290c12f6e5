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
