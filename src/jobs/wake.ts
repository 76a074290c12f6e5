/**
 * What nodes look at without delay: new work, a job that was cancelled, a delivery that is due, a request about a live session,
 * a session that has lost its owner, something to do in the background, what nodes are told to do.
 */
export type Topic = 'work' | 'cancelled' | 'callbacks' | 'live' | 'released' | 'background' | 'nodes'

/**
 * Wakes the nodes that share the database. A message may be lost with a connection: nodes also look from time to time by
 * themselves.
 */
export interface Wake {
  /**
   * Wakes all nodes, this one at once and synchronously. To be called after the commit of what they are to find.
   * @param about the id of a job, where the topic has one
   */
  notify(topic: Topic, about?: string): void
  /** @param listener called with what the message is about; with an empty string when messages may have been missed */
  listen(topic: Topic, listener: (about: string) => void): void
}
