import { useState } from 'preact/hooks'
import { t } from '../../../languages/language.ts'
import { TextField } from '../../../ui/fields.tsx'
import { pullModel } from './pull.tsx'

interface OtherModelProps {
  /** Whether another model is being pulled. */
  readonly isBusy: boolean
  readonly onChange: () => void
}

/** Pulls a model that is not in the catalogue. */
export function OtherModel({ isBusy, onChange }: OtherModelProps) {
  const [repository, setRepository] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const texts = t().models
  const submit = async (event: Event) => {
    event.preventDefault()
    try {
      await pullModel(repository.trim())
      setRepository('')
    } catch (error) {
      setProblem((error as Error).message)
    }
    onChange()
  }
  return (
    <section aria-labelledby="models-other">
      <h2 id="models-other">{texts.other}</h2>
      <form class="dialog-form" onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.model}
          hint={texts.otherHint}
          problem={problem}
          autocomplete="off"
          spellcheck={false}
          maxLength={300}
          required
          value={repository}
          onText={(text) => {
            setRepository(text)
            setProblem(null)
          }}
        />
        <div class="actions">
          <button type="submit" class="button" disabled={isBusy}>
            {texts.pull}
          </button>
        </div>
      </form>
    </section>
  )
}
