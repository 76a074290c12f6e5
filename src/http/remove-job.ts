import type { FastifyRequest } from 'fastify'
import type { JobKind } from '../contract/common.ts'
import type { Parts } from './parts.ts'

/**
 * Deletes a job that has ended, and its audio unless another job uses it.
 * @returns null for an unknown job, `unfinished` for one that has not ended
 */
export async function removeJob(
  { store, uploads }: Parts,
  { account, log }: Pick<FastifyRequest, 'account' | 'log'>,
  id: string,
  kind: JobKind | null,
): Promise<'deleted' | 'unfinished' | null> {
  const deleted = await store.jobs.delete(account, id, kind)
  if (deleted === null || deleted === 'unfinished') return deleted
  for (const file of deleted.removedFiles) {
    // The job is deleted in any case, and its audio later if this fails.
    await uploads.remove(file).catch((error: unknown) => {
      log.error({ err: error }, 'audio of a deleted job could not be deleted; retrying later')
    })
  }
  return 'deleted'
}
