import type { FastifyRequest } from 'fastify'
import type { CreatedJob, NewJob } from '../../jobs/job.ts'
import type { Store } from '../../store/open-store.ts'
import { traced } from '../../platform/tracing.ts'
import type { JobKind } from '../../contract/common.ts'
import type { Parts } from '../parts.ts'
import type { StoredFile } from '../../jobs/stored-file.ts'
import { audioExpired, notFound } from '../errors.ts'

/** Creates a pre-recorded job within the trace of its request, and wakes the nodes that process jobs. */
export async function addJob(
  { jobs, wake }: Store,
  account: number,
  job: Omit<NewJob, 'kind' | 'trace'>,
): Promise<CreatedJob> {
  const added = await traced('job create', { kind: 'producer' }, async (span) => {
    const created = await jobs.create(account, { ...job, kind: 'pre-recorded', trace: span.context })
    span.set({ 'scriptorium.job.id': created.id })
    return created
  })
  wake.notify('work')
  return added
}

/**
 * Deletes a job that has ended, and its audio unless another job uses it, or moves the job to the trash.
 * @returns null if there is no such job, `unfinished` if it has not ended
 */
export async function removeJob(
  parts: Parts,
  request: Pick<FastifyRequest, 'account' | 'log'>,
  id: string,
  kind: JobKind | null,
  isToTrash = false,
): Promise<'deleted' | 'trashed' | 'unfinished' | null> {
  const { jobs } = parts.store
  if (isToTrash) return jobs.trash(request.account, id, kind)
  const deleted = await jobs.delete(request.account, id, kind)
  if (deleted === null || deleted === 'unfinished') return deleted
  await removeFiles(parts, request, deleted.removedFiles)
  return 'deleted'
}

/** Deletes the audio of a deleted job. */
export async function removeFiles(
  { uploads }: Parts,
  { log }: Pick<FastifyRequest, 'log'>,
  files: readonly string[],
): Promise<void> {
  for (const file of files) {
    // The job is already deleted; if this fails, its audio is deleted later.
    await uploads.remove(file).catch((error: unknown) => {
      log.error({ err: error }, 'audio of a deleted job could not be deleted; retrying later')
    })
  }
}

/**
 * The audio of a job.
 * @throws {RequestError} 404 if there is no such job or it has no audio, 410 if the audio was deleted
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
