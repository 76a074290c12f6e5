import { useState } from 'preact/hooks'
import type { JobCreated } from '../../../../clients/typescript/src/types.ts'
import type { Job } from '../../../contract/job.ts'
import { post } from '../../api.ts'
import { attempt, notify } from '../../announce.ts'
import { labelOf } from '../../formatting.ts'
import { href, navigate } from '../../router.ts'
import { may } from '../../sign-in.ts'
import { created } from '../../uploads.ts'
import { Button } from '../../ui/button.tsx'
import { resultModules } from './panels/module-content.tsx'

/** Why a job failed, and what to do about it. */
export function FailedJob({ job }: { job: Job }) {
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    const isCreated = await attempt(async () => {
      const { request_params, custom_metadata } = job
      const body = { ...request_params, ...(custom_metadata !== null && { custom_metadata }) }
      const { id } = await post<JobCreated>('v2/pre-recorded', body)
      created.value += 1
      notify('A new job was created from the same request.')
      navigate(`jobs/${id}`)
    })
    if (!isCreated) setBusy(false)
  }
  const isCancelled = job.error_code === 499
  return (
    <section class="failure" aria-label="Why the job failed">
      <h2>{isCancelled ? 'This job was cancelled' : 'This job failed'}</h2>
      {!isCancelled && <p>{job.error_message}</p>}
      {adviceOf(job.error_code) !== undefined && <p class="muted">{adviceOf(job.error_code)}</p>}
      <p class="request-id">
        Code {job.error_code} · request <code>{job.request_id}</code>
      </p>
      {job.kind === 'pre-recorded' && may('write') && (
        <div class="actions">
          <Button disabled={isBusy} onClick={() => void retry()}>
            {isBusy ? 'Creating …' : 'Try again'}
          </Button>
          <a class="button" href={href(`new?from=${job.id}`)}>
            Try again with changes
          </a>
        </div>
      )}
    </section>
  )
}

/** What helps, by `error_code`. */
const ADVICE: Readonly<Record<number, string>> = {
  413: 'Send a shorter or smaller file, or ask the operator to raise the limit.',
  422: 'Check that the file plays in a player, or that the URL leads to it without signing in. Then try again with changes.',
  500: 'Try again. If it fails again, tell the operator the id of the request below.',
  502: 'Another service that this one uses failed. Try again later.',
  503: 'Nothing is wrong with the request. Try again later.',
}
const adviceOf = (code: number | null): string | undefined => (code === null ? undefined : ADVICE[code])

/** The features that failed in a job that is done. */
export function FailedFeatures({ job }: { job: Job }) {
  const failed = resultModules(job).filter(([, { success }]) => !success)
  if (failed.length === 0) return null
  return (
    <section class="failure" aria-label="Failed features">
      <h2>Some features failed</h2>
      <ul>
        {failed.map(([name, { error }]) => (
          <li key={name}>
            {labelOf(name)}: {error?.message}
          </li>
        ))}
      </ul>
    </section>
  )
}
