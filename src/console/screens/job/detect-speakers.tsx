import { useState } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import { ScriptoriumError } from '../../api.ts'
import { notify } from '../../announce.ts'
import { formatCount } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { may } from '../../sign-in.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/fields.tsx'
import type { EditedJob } from './edited-job.ts'
import { speakersOf } from './transcript/speaker-name.ts'

/** More people than that are not told apart well. */
const MOST = 12

export const asksForSpeakers = ({ request_params: params }: Job): boolean =>
  'diarization' in params && params.diarization

/** Whether voices may be kept with a job: only the service knows whether they are. */
export const canDetect = (job: Job): boolean =>
  job.kind === 'pre-recorded' && job.status === 'done' && asksForSpeakers(job) && may('write')

/** A transcript that has too many revisions is refused in the same way. */
const wasNotKept = (error: Error): boolean =>
  error instanceof ScriptoriumError && error.status === 409 && error.message.includes('voices')

/** Tells the speakers of a job apart again, where there are too many or too few. */
export function DetectSpeakers({ job, onClose }: { job: EditedJob; onClose: () => void }) {
  const [count, setCount] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const texts = t().job.detect
  const run = async () => {
    setBusy(true)
    try {
      await job.detectSpeakers(count === '' ? null : Number(count), texts.change)
      notify(texts.done(speakersOf(job.utterances.value).length))
      onClose()
    } catch (problem) {
      setError(problem as Error)
      setBusy(false)
    }
  }
  const counts = Array.from({ length: MOST }, (_, i) => i + 1)
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <p>{texts.hint}</p>
        <label class="field">
          <span class="field-label">{texts.count}</span>
          <Select
            value={count}
            options={[['', texts.unknown], ...counts.map((one) => [String(one), formatCount(one)] as const)]}
            onChange={setCount}
          />
        </label>
        <p class="muted">
          {texts.corrections} {texts.undo}
        </p>
        {error !== null && (
          <p class="problem" role="alert">
            {wasNotKept(error) ? texts.noVoices : error.message}
          </p>
        )}
        <div class="actions">
          <button type="button" class="button" onClick={onClose}>
            {t().ui.cancel}
          </button>
          <button type="submit" class="button primary" disabled={isBusy}>
            {isBusy ? texts.running : texts.run}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
