import { useEffect, useRef, useState } from 'preact/hooks'
import type { Model, ModelTrial } from '../../../../contract/models.ts'
import { postPatiently, uploadFile } from '../../../api.ts'
import { t } from '../../../languages/language.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Failure } from '../../../ui/states.tsx'
import { TrialResult } from './trial-result.tsx'

/** The language of the sample. */
const SAMPLE_LANGUAGE = 'en'

interface TrialDialogProps {
  readonly model: Model
  readonly onClose: () => void
}

/** Tries a model on a file or on the sample. Closing the dialog ends the trial. */
export function TrialDialog({ model, onClose }: TrialDialogProps) {
  const { name, languages } = model
  const texts = t().models
  const input = useRef<HTMLInputElement>(null)
  const abort = useRef(new AbortController())
  const [state, setState] = useState<'asking' | 'trying' | Error | ModelTrial>('asking')
  useEffect(() => () => abort.current.abort(), [])

  const run = async (file: File | null) => {
    setState('trying')
    const { signal } = abort.current
    try {
      const body =
        file === null
          ? { language: SAMPLE_LANGUAGE }
          : {
              file_id: (await uploadFile(file, { signal })).audio_metadata.id,
              // With a single language, identification is not needed.
              ...(languages.length === 1 && { language: languages[0] }),
            }
      setState(await postPatiently<ModelTrial>(`v2/models/${name}/trial`, body, signal))
    } catch (error) {
      if (!signal.aborted) setState(error as Error)
    }
  }

  return (
    <Dialog title={texts.trialTitle(name)} onClose={onClose}>
      {state === 'trying' ? (
        <p aria-busy="true" role="status">
          <span class="status" data-status="processing">
            {texts.listening}
          </span>
        </p>
      ) : state === 'asking' ? (
        <p>{texts.trialHint}</p>
      ) : state instanceof Error ? (
        <Failure title={texts.trialFailed} error={state} />
      ) : (
        <TrialResult trial={state} />
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="audio/*,video/*"
        aria-label={texts.file}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file !== undefined) void run(file)
        }}
      />
      <div class="actions">
        {state !== 'trying' && (
          <>
            {languages.includes(SAMPLE_LANGUAGE) && (
              <Button onClick={() => void run(null)}>{texts.trySample}</Button>
            )}
            <Button class="button primary" onClick={() => input.current?.click()}>
              {texts.chooseFile}
            </Button>
          </>
        )}
        <Button onClick={onClose}>{t().shell.close}</Button>
      </div>
    </Dialog>
  )
}
