import { useState } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import { ScriptoriumError } from '../../api.ts'
import { notify } from '../../announce.ts'
import { formatCount } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { may } from '../../sign-in.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/fields.tsx'
import type { EditedJob } from './edited-job.ts'
import { speakersOf } from './transcript/speaker-name.ts'

/** More speakers than this are not detected reliably. */
const MOST = 12

export const asksForSpeakers = ({ request_params: params }: Job): boolean =>
  'diarization' in params && params.diarization

/** Whether a job may have stored voices. Only the service knows whether it does. */
export const canDetect = (job: Job): boolean =>
  job.kind === 'pre-recorded' && job.status === 'done' && asksForSpeakers(job) && may('write')

/** Whether the job has no stored voices. The service rejects a transcript with too many revisions with the same status. */
const wasNotKept = (error: unknown): boolean =>
  error instanceof ScriptoriumError && error.status === 409 && error.message.includes('voices')

/** Detects the speakers of a job again, with another number of them. */
export function DetectSpeakers({ job, onClose }: { job: EditedJob; onClose: () => void }) {
  const [count, setCount] = useState('')
  const texts = t().job.detect
  const run = async () => {
    try {
      await job.detectSpeakers(count === '' ? null : Number(count), texts.change)
    } catch (error) {
      throw wasNotKept(error) ? new Error(texts.noVoices) : error
    }
    notify(texts.done(speakersOf(job.utterances.value).length))
  }
  const counts = Array.from({ length: MOST }, (_, i) => i + 1)
  return (
    <FormDialog
      title={texts.title}
      action={texts.run}
      running={texts.running}
      onSubmit={run}
      onClose={onClose}
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
    </FormDialog>
  )
}
