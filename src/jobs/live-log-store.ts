/** Where the logs of live sessions are kept so that they survive the machine. */
import type { Logger } from 'pino'
import type { AudioFiles } from '../platform/files/audio-files.ts'
import type { NodeId } from './node-store.ts'

/** The logs of a session that this node owns. */
export interface KeptLogs {
  readonly audio: KeptLog
  readonly journal: KeptLog
  /** Settles when nothing is written in the background any more; another node may then open them. */
  close(): Promise<void>
}

/** Bytes at positions, from 0 on. */
export interface KeptLog {
  /** How many bytes it has. To be called before anything is appended. */
  size(): Promise<number>
  /** Passes the bytes between two positions on to `write`, in order; from the first again when the store was unavailable meanwhile. */
  copy(from: number, to: number, write: (position: number, bytes: Uint8Array) => Promise<void>): Promise<void>
  /**
   * Appends bytes at its end. Settles when they are committed, after everything that was appended before to any log.
   * @throws {NotOwnerError} when this node was declared dead
   */
  append(position: number, bytes: Uint8Array): Promise<void>
  /**
   * Removes everything from a position on.
   * @throws {NotOwnerError} when this node was declared dead
   */
  truncate(position: number): Promise<void>
}

export interface LiveLogStoreParts {
  /** This process. */
  readonly node: NodeId
  readonly files: AudioFiles
  readonly log: Logger
  /** Bytes of audio that are moved at once from the database to `files`. */
  readonly segmentBytes?: number
}

export interface LiveLogStore {
  /** The logs of a session, which are empty at first. */
  open(jobId: string): KeptLogs
  /** Removes the logs of a session that has ended. */
  remove(jobId: string): Promise<void>
  /** Removes logs of sessions that have ended, some at a time, as after a crash. */
  removeEnded(): Promise<void>
  /** Gives up what is not committed yet, as when the service has to stop while the database is unavailable. */
  giveUp(): void
}
