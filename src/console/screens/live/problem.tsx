import { t } from '../../languages/language.ts'
import { Failure } from '../../ui/states.tsx'
import { CaptureError } from './capture.ts'

/** Why recording failed, and what to do about it. */
export function Problem({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const texts = t().live.problems
  if (!(error instanceof CaptureError))
    return <Failure title={texts.notStarted} error={error} {...(onRetry && { onRetry })} />
  const { title, text } = texts[error.problem]
  return (
    <div class="failure" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}
