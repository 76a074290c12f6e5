/** Checks of the data folder and of audio storage. */
import { access, constants, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../service/config.ts'
import { megabytes } from '../../models/pulled/models-folder.ts'
import { audioFolder, freeBytes, openBucket } from '../../service/files.ts'
import { fail, type Finding, ok, warn } from './finding.ts'

export async function dataFolder({ storage: { dataDir } }: Config): Promise<Finding> {
  const folder = await nearest(dataDir)
  if (!(await stat(folder)).isDirectory())
    return fail(`${folder} is not a folder`, 'set DATA_DIR to another one')
  if (!(await isWritable(folder)))
    return fail(
      `${folder} cannot be written by this user`,
      'set DATA_DIR to another folder, or give it to the user who runs the service',
    )
  if (folder !== resolve(dataDir)) return ok(`${dataDir} will be created at the first start`)
  const { mode } = await stat(folder)
  if ((mode & 0o077) === 0) return ok(`${dataDir}, private to this user`)
  return warn(
    `other users of this machine can read ${dataDir}`,
    'start the service, which makes it private, or run chmod -R go= on it',
  )
}

/** With S3, writes and deletes an object, as the service does at every start. */
export async function storage(config: Config): Promise<Finding> {
  const { s3, scratchDir } = config.storage
  if (s3 !== null) (await openBucket(config, tmpdir())).close()
  const audio = s3 === null ? audioFolder(config) : scratchDir
  for (const path of [audio, scratchDir]) {
    const folder = await nearest(path)
    if (!(await isWritable(folder)))
      return fail(`${folder} cannot be written by this user`, 'change its owner')
    const free = await freeBytes(folder)
    if (free < config.intake.maxBytes)
      return warn(
        `${megabytes(free)} free for ${path}, less than MAX_UPLOAD_MB`,
        'free some space, or lower MAX_UPLOAD_MB',
      )
  }
  if (s3 !== null) return ok(`an object can be written to the bucket ${s3.bucket} and deleted`)
  return ok(`on disk, ${megabytes(await freeBytes(await nearest(audio)))} free`)
}

/** The path, or its nearest parent that exists. */
async function nearest(path: string): Promise<string> {
  const absolute = resolve(path)
  try {
    await stat(absolute)
    return absolute
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOENT', 'ENOTDIR'].includes(code)) throw error
    return nearest(dirname(absolute))
  }
}

/** Whether this user can write to a file or folder. */
export async function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  )
}
