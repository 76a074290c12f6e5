/** Copies of files that survive a power cut. */
import { constants } from 'node:fs'
import { copyFile, link, open, rename } from 'node:fs/promises'

/** Makes the entries of a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path)
  await folder.sync()
}

/** Makes the content of a file durable. */
export async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}

/**
 * Copies a file; the copy appears under its name only once it is complete. The caller syncs its folder.
 * @throws ENOENT if `from` does not exist
 */
export async function copyWhole(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`
  await copyFile(from, partial, constants.COPYFILE_FICLONE)
  await using copy = await open(partial, 'r+')
  await copy.chmod(0o600)
  await copy.sync()
  await rename(partial, to)
}

/**
 * Gives a file that never changes another name: a hard link, which takes no time and no space, or a copy if the file
 * system has none. A file that already has the name is kept.
 * @throws ENOENT if `from` does not exist
 */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code === 'ENOENT') throw error
    await copyWhole(from, to)
  }
}
