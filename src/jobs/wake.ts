/**
 * Events that nodes react to without delay: new work, a cancelled job, a due delivery, a request about a live session, a session that
 * has lost its owner, a new background task, a new state requested for a node.
 */
export type Topic = 'work' | 'cancelled' | 'callbacks' | 'live' | 'released' | 'background' | 'nodes'

/** Wakes the nodes that share the database. A message may be lost with a connection, so nodes also poll from time to time. */
export interface Wake {
  /**
   * Wakes all nodes, this one synchronously. Call it after the commit of the change that they react to.
   * @param about the id of the job, for topics that concern one
   */
  notify(topic: Topic, about?: string): void
  /** @param listener called with `about`, or with an empty string if messages may have been missed */
  listen(topic: Topic, listener: (about: string) => void): void
}
