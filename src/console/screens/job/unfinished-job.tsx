import type { JobProgress } from '../../../contract/progress.ts'
import { formatDuration } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { Skeleton } from '../../ui/states.tsx'
import { Progress } from '../../ui/status.tsx'

/** A few sentences. The last paragraph may still grow. */
const PARAGRAPH = /.{400,}?(?:[.?!…؟।]\S?\s|[。？！])|.+$/gsu

interface UnfinishedJobProps {
  readonly progress: JobProgress | null
  /** The text recognised so far. */
  readonly text: string
  /** Whether the transcript will have a list of speakers beside it. */
  readonly hasSpeakers: boolean
}

/** Shown instead of a transcript until it is ready: the progress, and the text recognised so far. */
export function UnfinishedJob({ progress, text, hasSpeakers }: UnfinishedJobProps) {
  const {
    stage = null,
    fraction = null,
    queue_position: ahead = null,
    waiting_for = null,
    eta_seconds: left = null,
  } = progress ?? {}
  const texts = t().job
  return (
    <div class="unfinished" data-speakers={hasSpeakers}>
      <div class="job-progress">
        <p>{waiting_for === 'process' ? t().nodes.fileWaits : texts.stages[stage ?? 'waiting']}</p>
        <Progress label={texts.progress} fraction={fraction} />
        <p class="muted numeric">
          {left !== null && texts.timeLeft(formatDuration(left))}
          {ahead !== null && ahead > 0 && texts.ahead(ahead)}
        </p>
      </div>
      {text === '' ? (
        <LoadingLines />
      ) : (
        // Not a live region: reading out all of it would drown out other announcements.
        <section class="growing" aria-label={texts.soFar} dir="auto">
          {(text.match(PARAGRAPH) ?? []).map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
        </section>
      )}
    </div>
  )
}

export function LoadingJob() {
  return (
    <div class="job" aria-busy="true">
      <div class="loading-header">
        <Skeleton width={8} />
        <Skeleton width={40} />
        <Skeleton width={24} />
      </div>
      <LoadingLines />
    </div>
  )
}

/** Placeholders for lines of a transcript. */
function LoadingLines() {
  return Array.from({ length: 6 }, (_, i) => (
    <p key={i} class="loading-line">
      <Skeleton width={90 - ((i * 13) % 40)} />
    </p>
  ))
}
