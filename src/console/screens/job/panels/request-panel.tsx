import type { Job, PreRecordedJob } from '../../../../contract/job.ts'
import { formatDuration, formatSeconds, formatTime } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { may } from '../../../sign-in.ts'
import { CurlCommand } from '../../new/curl-command.tsx'

/** The request of a job, and its times. */
export function RequestPanel({ job }: { job: Job }) {
  const { id, request_id, created_at, completed_at, custom_metadata, request_params, result, file } = job
  const { changed_by } = job.details
  const texts = t().job
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [texts.id, id],
    [texts.requestId, request_id],
    [texts.created, formatTime(created_at)],
    [texts.ended, completed_at === null ? null : formatTime(completed_at)],
    [texts.changedBy, changed_by?.name],
    [texts.transcriptionTook, result === null ? null : formatSeconds(result.metadata.transcription_time)],
    [texts.length, file?.audio_duration == null ? null : formatDuration(file.audio_duration)],
    [texts.channels, file?.number_of_channels?.toString()],
    [texts.source, file?.source],
  ]
  return (
    <div class="results">
      <dl class="facts">
        {facts.flatMap(([name, value]) =>
          value == null
            ? []
            : [
                <dt key={`${name} name`}>{name}</dt>,
                <dd key={name}>
                  <bdi class="value">{value}</bdi>
                </dd>,
              ],
        )}
      </dl>
      {custom_metadata !== null && (
        <section>
          <h2>{texts.metadata}</h2>
          <Json value={custom_metadata} />
        </section>
      )}
      <section>
        <h2>{texts.tabs.request}</h2>
        <Json value={request_params} />
      </section>
      {job.kind === 'pre-recorded' && may('write') && <Command job={job} />}
    </div>
  )
}

function Command({ job: { request_params, custom_metadata } }: { job: PreRecordedJob }) {
  const { audio_url, ...params } = request_params
  const options = { ...params, ...(custom_metadata !== null && { custom_metadata }) }
  return (
    <section>
      <h2>{t().newJob.curl}</h2>
      <CurlCommand source={audio_url} options={options} />
    </section>
  )
}

function Json({ value }: { value: object }) {
  return (
    <pre class="json" tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </pre>
  )
}
