import type { NodeId } from './node-store.ts'

/**
 * Which bytes have no row of a file, and who is responsible for them. An entry exists from before the first byte is
 * written until the transaction that adds the row of the file, and again from the transaction that deletes that row
 * until the bytes are deleted. So bytes always have a row or an entry.
 */
export interface UploadStore {
  /** Adds the entry of a file that a node is about to receive. Durable when it returns. */
  begin(file: string, node: NodeId): Promise<void>
  /** Gives up a file, unless its row has been added. @returns whether the caller has to delete its bytes */
  release(file: string): Promise<boolean>
  /** Gives up the files of nodes that are dead. @returns some of the files, whose bytes the caller deletes */
  releaseAbandoned(limit: number): Promise<string[]>
  /** Deletes the entry of a file whose bytes have been deleted. */
  forget(file: string): Promise<void>
}

/** The file's bytes have been given up, because its node did not answer in time. They may have been deleted. */
export class AbandonedFileError extends Error {
  override readonly name = 'AbandonedFileError'
}
