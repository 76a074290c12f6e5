import { t } from '../../../languages/language.ts'
import { BASE, getText } from '../../../api.ts'
import { useResource } from '../../../resource.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Loaded } from '../../../ui/states.tsx'
import type { EditedJob } from '../edited-job.ts'

/** Subtitle files of the newest revision. */
export function SubtitlesPanel({
  id,
  job,
  formats,
}: {
  id: string
  job: EditedJob
  formats: readonly string[]
}) {
  return (
    <div class="results">
      {formats.map((format) => (
        <Subtitles key={format} path={`v2/jobs/${id}/transcript.${format}`} format={format} job={job} />
      ))}
    </div>
  )
}

function Subtitles({ path, format, job }: { path: string; format: string; job: EditedJob }) {
  const subtitles = useResource<string>(`${path} ${job.details.value.revision}`, async (_known, abort) =>
    getText(path, abort),
  )
  return (
    <section>
      <h2>{format.toUpperCase()}</h2>
      <Loaded resource={subtitles} title={t().job.subtitlesNotLoaded}>
        {(text) => (
          <>
            <pre class="json" tabIndex={0} aria-label={`${t().job.tabs.subtitles}, ${format.toUpperCase()}`}>
              {text}
            </pre>
            <p class="actions">
              <a class="button" href={new URL(path, BASE).href} download>
                <Icon name="download" />
                {t().sharePage.download}
              </a>
            </p>
          </>
        )}
      </Loaded>
    </section>
  )
}
