import type { Job } from '../../../contract/job.ts'
import type { Presets } from '../../../contract/settings.ts'
import { get } from '../../api.ts'
import { jobName } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { parameters, useTitle } from '../../router.ts'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { UploadQueue } from '../../uploads/upload-queue.tsx'
import { sourceOf } from '../../uploads/uploads.ts'
import type { NewForm, Start } from './new-form.tsx'
import { loadOptions, type OptionGroup, withoutDefaults } from './request-schema.ts'
import './new.css'

/** The form is loaded with its data, since other screens do not need it. */
interface Loaded extends Start {
  readonly NewForm: typeof NewForm
}

export function NewScreen() {
  const from = parameters.value.get('from')
  const start = useResource<Loaded>(from ?? '', async (_known, abort) => {
    const [{ NewForm }, groups, presets, job] = await Promise.all([
      import('./new-form.tsx'),
      loadOptions(),
      get<Presets>('v2/settings/presets', abort),
      from === null ? null : get<Job>(`v2/jobs/${from}`, abort),
    ])
    return { NewForm, groups, presets, again: job?.kind === 'pre-recorded' ? requestOf(job, groups) : null }
  })
  const { title, again, notLoaded } = t().newJob
  const heading = from === null ? title : again
  useTitle(t().shell.screens.new)
  return (
    <div class="new-screen">
      <div class="page-header">
        <h1>{heading}</h1>
      </div>
      <UploadQueue />
      {start.error !== null && <Failure title={notLoaded} error={start.error} onRetry={start.reload} />}
      {start.value === null || start.isStale ? (
        start.error === null && <Skeleton width={60} />
      ) : (
        <start.value.NewForm key={from ?? ''} start={start.value} />
      )}
    </div>
  )
}

/** The source and the options of a job. */
function requestOf(
  job: Extract<Job, { kind: 'pre-recorded' }>,
  groups: readonly OptionGroup[],
): Start['again'] {
  const { audio_url, ...params } = job.request_params
  const metadata = job.custom_metadata == null ? {} : { custom_metadata: job.custom_metadata }
  // The URL of an upload is not a useful name.
  const name = /\/file\/[0-9a-f-]{36}$/.test(audio_url) ? jobName(job) : audio_url
  return { source: sourceOf(audio_url, name), options: { ...withoutDefaults(params, groups), ...metadata } }
}
