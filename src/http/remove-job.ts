import type { FastifyRequest } from 'fastify'
import type { JobKind } from '../contract/common.ts'
import type { JobStore } from '../jobs/job-store.ts'
import type { Uploads } from '../intake/uploads.ts'

/**
 * Deletes a job that has ended, and its audio unless another job uses it.
 * @returns null for an unknown job, `unfinished` for one that has not ended
 */
export async function removeJob(
  { jobs, uploads }: { readonly jobs: JobStore; readonly uploads: Uploads },
  { account, log }: Pick<FastifyRequest, 'account' | 'log'>,
  id: string,
  kind: JobKind | null,
): Promise<'deleted' | 'unfinished' | null> {
  const deleted = await jobs.delete(account, id, kind)
  if (deleted === null || deleted === 'unfinished') return deleted
  for (const file of deleted.removedFiles) {
    // The job is deleted in any case, and its audio later if this fails.
    await uploads.remove(file).catch((error: unknown) => {
      log.error({ err: error }, 'audio of a deleted job could not be deleted; retrying later')
    })
  }
  return 'deleted'
}
