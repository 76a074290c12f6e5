import { t } from '../../languages/language.ts'
import { useState } from 'preact/hooks'
import type { CallbackSecret } from '../../../contract/keys.ts'
import { get, post } from '../../api.ts'
import { notify } from '../../announce.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { SecretField } from '../../ui/copy.tsx'
import { Failure } from '../../ui/states.tsx'

/** The secret that signs callbacks, loaded only when somebody wants to see it. */
export function CallbackSecretPanel() {
  const [secret, setSecret] = useState<CallbackSecret | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [isAsking, setAsking] = useState(false)
  const load = async (request: () => Promise<CallbackSecret>, done?: string) => {
    try {
      setSecret(await request())
      setError(null)
      if (done !== undefined) notify(done)
    } catch (problem) {
      setError(problem as Error)
    }
  }
  const show = async () => load(async () => get<CallbackSecret>('v2/callback-secret'))
  const rotate = async () =>
    load(async () => post<CallbackSecret>('v2/callback-secret/rotate'), t().keys.newSecret)
  const texts = t().keys
  return (
    <section class="callback-secret" aria-labelledby="callback-secret">
      <h2 id="callback-secret">{texts.callbackSecret}</h2>
      <p>{texts.callbackSecretHint}</p>
      {error !== null && <Failure title={texts.secretNotLoaded} error={error} onRetry={() => void show()} />}
      {secret !== null && (
        <>
          <SecretField label={texts.secret} value={secret.secret} />
          {secret.previous_secret !== null && (
            <>
              <SecretField label={texts.previousSecret} value={secret.previous_secret} />
              <p class="hint">{texts.bothSecretsHint}</p>
            </>
          )}
        </>
      )}
      <div class="actions">
        {secret === null ? (
          <Button onClick={() => void show()}>{texts.showSecret}</Button>
        ) : (
          <Button onClick={() => setSecret(null)}>{texts.hideSecret}</Button>
        )}
        <Button class="button danger" onClick={() => setAsking(true)}>
          {texts.rotateSecret}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={texts.rotateTitle}
          action={texts.rotate}
          onClose={() => setAsking(false)}
          onConfirm={() => void rotate()}
        >
          {texts.rotateHint}
        </ConfirmDialog>
      )}
    </section>
  )
}
