import { useState } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import { post } from '../../api.ts'
import { notify } from '../../announce.ts'
import { href, navigate } from '../../router.ts'
import type { JobCreated } from '../../types.ts'
import { created } from '../../uploads.ts'

/** Why a job failed, and what to do about it. */
export function FailedJob({ job }: { job: Job }) {
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    try {
      const { request_params, custom_metadata } = job
      const body = { ...request_params, ...(custom_metadata !== null && { custom_metadata }) }
      const { id } = await post<JobCreated>('v2/pre-recorded', body)
      created.value += 1
      notify('A new job was created from the same request.')
      navigate(`jobs/${id}`)
    } catch (error) {
      notify((error as Error).message, { isError: true })
      setBusy(false)
    }
  }
  const isCancelled = job.error_code === 499
  return (
    <section class="failure" aria-label="Why the job failed">
      <h2>{isCancelled ? 'This job was cancelled' : 'This job failed'}</h2>
      {!isCancelled && <p>{job.error_message}</p>}
      <p class="request-id">
        Code {job.error_code} · request <code>{job.request_id}</code>
      </p>
      {job.kind === 'pre-recorded' && (
        <div class="actions">
          <button type="button" class="button" disabled={isBusy} onClick={() => void retry()}>
            {isBusy ? 'Creating …' : 'Try again'}
          </button>
          <a class="button" href={href(`new?from=${job.id}`)}>
            Try again with changes
          </a>
        </div>
      )}
    </section>
  )
}

interface FailedModule {
  readonly name: string
  readonly message: string
}

/** The features that failed in a job that is done. */
export function failedModules({ result }: Job): readonly FailedModule[] {
  return Object.entries(result ?? {}).flatMap(([name, module]) => {
    const { success, error } = module as { success?: boolean; error?: { message?: string } | null }
    return success === false ? [{ name, message: error?.message ?? '' }] : []
  })
}
