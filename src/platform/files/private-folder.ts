import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The permissions of the group and of others. */
const OTHERS = 0o077

/** A folder that this process cannot write to; the message names the folder, the users and the remedy. */
export class FolderError extends Error {
  override name = 'FolderError'
}

/**
 * Opens a folder that other users of this machine cannot read: creates it if it is missing, and takes their permissions
 * away from it and from everything in it. From then on, whatever this process and its children create is private too.
 *
 * Folders inside that are private already are not searched: with a million files, that would take seconds at each start.
 * A folder is made private after its content, so a search that was interrupted is completed at the next start.
 * @returns the paths whose permissions may not be changed, such as those of another user's files
 * @throws {FolderError} when this user may not write to the folder
 */
export function openPrivateFolder(folder: string): string[] {
  createPrivately()
  makeFolder(folder)
  checkWritable(folder)
  return [...makePrivate(folder), ...makeContentPrivate(folder)]
}

/** Makes whatever this process and its children create private. */
export function createPrivately(): void {
  process.umask(OTHERS)
}

/** Where no folder can be made, such as in /proc, `recursive` of mkdirSync (Node.js 24) never returns. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** A volume of a container often belongs to another user than the one whom the container runs as. */
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
        : `${folder} belongs to user ${owner}, and user ${user}, as whom this runs, may not write to it: ` +
            `run "chown -R ${user} ${folder}" as root, or run this as user ${owner}`,
    )
  }
}

function makeContentPrivate(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return makePrivate(path)
    // Links are left alone: they may lead out of the folder.
    if (!entry.isDirectory() || isPrivate(path)) return []
    return [...makeContentPrivate(path), ...makePrivate(path)]
  })
}

/** @returns the path if that is not allowed */
function makePrivate(path: string): string[] {
  if (isPrivate(path)) return []
  try {
    chmodSync(path, statSync(path).mode & ~OTHERS)
    return []
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return [] // a file of the running service, which may remove it meanwhile
    if (code === 'EPERM' || code === 'EROFS') return [path]
    throw error
  }
}

function isPrivate(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined || (stats.mode & OTHERS) === 0
}
