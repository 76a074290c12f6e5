import { useState } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import { post } from '../../api.ts'
import { attempt, notify } from '../../announce.ts'
import { t } from '../../languages/language.ts'
import { href } from '../../router.ts'
import { may } from '../../sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { featureLabel, resultModules } from './panels/module-content.tsx'

/** Why a job failed, and what to do about it. */
export function FailedJob({ job, onRequeued }: { job: Job; onRequeued: () => void }) {
  const texts = t().job
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    if (await attempt(async () => post(`v2/jobs/${job.id}/requeue`))) {
      notify(texts.retried)
      onRequeued()
    } else setBusy(false)
  }
  const isCancelled = job.error_code === 499
  return (
    <section class="failure" aria-label={texts.whyFailed}>
      <h2>{isCancelled ? texts.wasCancelled : texts.failed}</h2>
      {!isCancelled && <p>{job.error_message}</p>}
      {adviceOf(job.error_code) !== undefined && <p class="muted">{adviceOf(job.error_code)}</p>}
      <p class="request-id">
        <Sentence text={texts.request} parts={{ id: <code>{job.request_id}</code> }} />
      </p>
      {job.kind === 'pre-recorded' && may('write') && (
        <div class="actions">
          <Button disabled={isBusy} onClick={() => void retry()}>
            {t().ui.tryAgain}
          </Button>
          <a class="button" href={href(`new?from=${job.id}`)}>
            {texts.tryWithChanges}
          </a>
        </div>
      )}
    </section>
  )
}

/** Advice by `error_code`. */
function adviceOf(code: number | null): string | undefined {
  const advice: Readonly<Record<number, string>> = t().job.advice
  return code === null ? undefined : advice[code]
}

/** The features that failed in a job that is done. */
export function FailedFeatures({ job }: { job: Job }) {
  const failed = resultModules(job).filter(([, { success }]) => !success)
  if (failed.length === 0) return null
  return (
    <section class="failure" aria-label={t().job.failedFeatures}>
      <h2>{t().job.someFeaturesFailed}</h2>
      <ul>
        {failed.map(([name, { error }]) => (
          <li key={name}>
            {featureLabel(name)}: {error?.message}
          </li>
        ))}
      </ul>
    </section>
  )
}
