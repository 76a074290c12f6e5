import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The permission bits of the group and of others. */
const OTHERS = 0o077

/** This process cannot write to a folder. The message names the folder, the users and the remedy. */
export class FolderError extends Error {
  override name = 'FolderError'
}

/**
 * Makes a folder unreadable for other users of this machine: creates it if it is missing, and removes their permissions
 * from it and from everything in it. From then on, everything that this process and its children create is private too.
 *
 * Subfolders that are already private are skipped: with a million files, searching them would take seconds at each start.
 * A folder is made private after its content, so an interrupted search is completed at the next start.
 * @returns the paths whose permissions this process may not change, such as those of another user's files
 * @throws {FolderError} if this user may not write to the folder
 */
export function openPrivateFolder(folder: string): string[] {
  createPrivately()
  makeFolder(folder)
  checkWritable(folder)
  return [...makePrivate(folder), ...makeContentPrivate(folder)]
}

/** Makes everything that this process and its children create private. */
export function createPrivately(): void {
  process.umask(OTHERS)
}

/** Where no folder can be created, such as in /proc, mkdirSync with `recursive` never returns (Node.js 24). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** A container's volume often belongs to a different user than the one the container runs as. */
function checkWritable(folder: string): void {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EROFS')
      throw new FolderError(
        `${folder} is on a read-only file system: mount a volume there that can be written`,
      )
    const user = process.geteuid?.()
    if (code !== 'EACCES' || user === undefined) throw error
    const owner = statSync(folder).uid
    throw new FolderError(
      owner === user
        ? `${folder} may not be written by user ${user}, its owner: run "chmod u+rwx ${folder}"`
        : `${folder} belongs to user ${owner}, and this runs as user ${user}, who may not write to it: ` +
            `run "chown -R ${user} ${folder}" as root, or run this as user ${owner}`,
    )
  }
}

function makeContentPrivate(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return makePrivate(path)
    // Skip links: they may lead out of the folder.
    if (!entry.isDirectory() || isPrivate(path)) return []
    return [...makeContentPrivate(path), ...makePrivate(path)]
  })
}

/** @returns the path, if this process may not change its permissions */
function makePrivate(path: string): string[] {
  if (isPrivate(path)) return []
  try {
    chmodSync(path, statSync(path).mode & ~OTHERS)
    return []
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return [] // the running service may have removed it in the meantime
    if (code === 'EPERM' || code === 'EROFS') return [path]
    throw error
  }
}

function isPrivate(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined || (stats.mode & OTHERS) === 0
}
