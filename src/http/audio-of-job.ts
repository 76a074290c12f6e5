import type { JobKind } from '../contract/common.ts'
import type { Store } from '../jobs/store.ts'
import type { StoredFile } from '../jobs/stored-file.ts'
import { audioExpired, notFound } from './errors.ts'

/**
 * The audio of a job.
 * @throws {RequestError} when there is no such job, or it has no audio, or no longer
 */
export async function audioOfJob(
  { jobs, files }: Store,
  account: number,
  jobId: string,
  kind: JobKind | null,
): Promise<StoredFile> {
  const id = await jobs.fileOf(account, jobId, kind)
  if (id === null) throw notFound('job')
  if (id === 'expired') throw audioExpired()
  const file = id === 'none' ? null : await files.get(account, id)
  if (file === null) throw notFound('the audio of this job')
  return file
}
