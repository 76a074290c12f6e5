import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { AudioFiles } from '../platform/files/audio-files.ts'
import type { NodeState } from '../contract/system.ts'
import type { AuditLog } from '../jobs/audit-log.ts'
import type { NodeId } from '../jobs/node.ts'
import type { Store } from '../store/open-store.ts'
import type { Device } from '../models/onnx-session.ts'
import type { Uploads } from '../intake/uploads.ts'

/** What every part is built from. */
export interface Base {
  readonly config: Config
  readonly log: Logger
  readonly audit: AuditLog
  readonly store: Store
  /** The account whose admins are the operators. */
  readonly operators: number
  /** This process. */
  readonly node: NodeId
  /** The state that operators have set for this node. */
  readonly nodeState: () => NodeState
  readonly files: AudioFiles
  readonly uploads: Uploads
  readonly ffmpeg: string
  /** The device that pulled models run on. */
  readonly device: Device
  /** Folder for decoded audio of jobs in progress. */
  readonly spool: string
  /** Closes what was started, in reverse order, even if one part fails to close. */
  readonly started: AsyncDisposableStack
}
