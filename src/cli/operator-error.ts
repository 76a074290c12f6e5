import { FfmpegMissingError } from '../audio/ffmpeg.ts'
import { BackupError } from '../store/backup/manifest.ts'
import { AccountBeingDeletedError } from '../jobs/deletion.ts'
import { ConfigError } from '../service/config.ts'
import { InUseError } from '../platform/files/folder-lock.ts'
import { FolderError } from '../platform/files/private-folder.ts'
import { AudioStorageError } from '../platform/files/s3-errors.ts'
import { ModelError } from '../models/pulled/model-error.ts'
import { DatabaseError } from '../store/migrations/index.ts'
import { MoveError } from '../store/move/move-error.ts'
import { CommandError, EXIT, UsageError } from './errors.ts'
import { systemFailure } from './system-sentence.ts'

const OPERATOR_ERRORS = [
  ConfigError,
  InUseError,
  FolderError,
  DatabaseError,
  AccountBeingDeletedError,
  FfmpegMissingError,
  ModelError,
  AudioStorageError,
  BackupError,
  MoveError,
  CommandError,
  UsageError,
]

const ADDRESS =
  'set HOST to an address of this machine, and PORT or METRICS_PORT to a free port (0 picks one)'
const FOLDER = 'set DATA_DIR to a folder that can be created and written'

/** What to do about the error of a system call, by its name. */
const REMEDIES: Readonly<Record<string, string>> = {
  listen: ADDRESS,
  getaddrinfo: ADDRESS,
  mkdir: FOLDER,
  scandir: FOLDER,
}

/**
 * Reports an error whose cause the operator can fix, without a stack trace.
 * @throws any other error
 */
export function reportOperatorError(error: unknown): void {
  if (!(error instanceof Error)) throw error
  const { syscall, path } = error as NodeJS.ErrnoException
  if (syscall === undefined && !OPERATOR_ERRORS.some((type) => error instanceof type)) throw error
  const message = path === undefined ? error.message : (systemFailure(error) ?? error.message)
  const remedy = REMEDIES[syscall ?? '']
  process.stderr.write(`${message}${remedy === undefined ? '' : `: ${remedy}`}\n`)
  process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.failed
}
