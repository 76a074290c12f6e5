import { useState } from 'preact/hooks'
import type { Retranscription, RetranscriptionRequest } from '../../../../contract/retranscription.ts'
import type { Job } from '../../../../contract/job.ts'
import { post } from '../../../api.ts'
import { notify } from '../../../announce.ts'
import { t } from '../../../languages/language.ts'
import { may } from '../../../sign-in.ts'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Check } from '../../../ui/fields.tsx'
import { LanguagesField } from '../../live/languages-field.tsx'
import { asksForSpeakers } from '../detect-speakers.tsx'

/** Whether the audio of a job may still exist. Only the service knows whether it does. */
export const canRetranscribe = ({ kind, status, file }: Job): boolean =>
  kind === 'pre-recorded' && status === 'done' && file !== null && may('write') && may('read')

interface Props {
  readonly job: Job
  readonly onRequested: () => void
  readonly onClose: () => void
}

/** Asks how to transcribe the audio of a job again. */
export function RetranscribeDialog({ job, onRequested, onClose }: Props) {
  const { language_config: requested } = job.request_params
  const [languages, setLanguages] = useState<readonly string[]>(requested.languages)
  const [hasSpeakers, setSpeakers] = useState(asksForSpeakers(job))
  const [isIdle, setIdle] = useState(false)
  const texts = t().job.again
  const run = async () => {
    const body = {
      language_config: { languages, code_switching: requested.code_switching },
      diarization: hasSpeakers,
      idle: isIdle,
    } as RetranscriptionRequest
    await post<Retranscription>(`v2/jobs/${job.id}/retranscribe`, body)
    notify(texts.requested)
    onRequested()
  }
  return (
    <FormDialog title={texts.title} action={texts.run} onSubmit={run} onClose={onClose}>
      <p>{texts.hint}</p>
      <LanguagesField languages={languages} onChange={setLanguages} />
      <Check label={texts.speakers} checked={hasSpeakers} onChange={setSpeakers} />
      <Check label={texts.idle} checked={isIdle} onChange={setIdle} />
    </FormDialog>
  )
}
