import { useState } from 'preact/hooks'
import type { Retention } from '../../../contract/retention.ts'
import { get, put } from '../../api.ts'
import { attempt, notify } from '../../announce.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { may } from '../../sign-in.ts'
import { ActionButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/states.tsx'

const FIELDS = ['audio_days', 'transcript_days'] as const

/** How long the jobs of the account are kept. Admins can change it. */
export function RetentionPanel() {
  const retention = useResource<Retention>('', async (_known, abort) => get('v2/retention', abort))
  const texts = t().system
  return (
    <section aria-labelledby="retention">
      <h2 id="retention">{texts.retention}</h2>
      <Loaded resource={retention} title={texts.retentionNotLoaded}>
        {(value) => <Fields key={JSON.stringify(value)} saved={value} onSaved={retention.reload} />}
      </Loaded>
    </section>
  )
}

function Fields({ saved, onSaved }: { saved: Retention; onSaved: () => void }) {
  const [chosen, setChosen] = useState(saved)
  const [isAsking, setAsking] = useState(false)
  const texts = t().system
  const isChanged = FIELDS.some((field) => chosen[field] !== saved[field])
  /** Shortening a retention deletes older jobs at once. */
  const isShorter = FIELDS.some((field) => (chosen[field] ?? Infinity) < (saved[field] ?? Infinity))
  const save = async () => {
    await put('v2/retention', chosen)
    notify(texts.retentionSaved)
    onSaved()
  }
  return (
    <>
      <div class="range">
        {FIELDS.map((field) => (
          <label key={field} class="range-end">
            <span class="muted">{texts.retentionFields[field]}</span>
            <input
              class="input numeric"
              type="number"
              min={0}
              placeholder={texts.forEver}
              readOnly={!may('admin')}
              value={chosen[field] ?? ''}
              onInput={({ currentTarget: { value } }) =>
                setChosen({ ...chosen, [field]: value === '' ? null : Number(value) })
              }
            />
          </label>
        ))}
        {isChanged && (
          <ActionButton class="button primary" action={async () => (isShorter ? setAsking(true) : save())}>
            {texts.save}
          </ActionButton>
        )}
      </div>
      <p class="hint">{texts.retentionHint}</p>
      {isAsking && (
        <ConfirmDialog
          title={texts.shorterTitle}
          action={texts.shorterAction}
          onClose={() => setAsking(false)}
          onConfirm={() => void attempt(save)}
        >
          {texts.shorterHint}
        </ConfirmDialog>
      )}
    </>
  )
}
