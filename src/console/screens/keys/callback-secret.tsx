import { useState } from 'preact/hooks'
import type { CallbackSecret } from '../../../contract/keys.ts'
import { get, post } from '../../api.ts'
import { notify } from '../../announce.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { SecretField } from '../../ui/copy.tsx'
import { Failure } from '../../ui/states.tsx'

/** What callbacks are signed with, loaded only when somebody wants to see it. */
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
    load(async () => post<CallbackSecret>('v2/callback-secret/rotate'), 'There is a new secret.')
  return (
    <section class="callback-secret" aria-labelledby="callback-secret">
      <h2 id="callback-secret">Secret of callbacks</h2>
      <p>
        Every callback of the account is signed with it, as Standard Webhooks describes, so that receivers can
        tell that it comes from this service.
      </p>
      {error !== null && (
        <Failure title="The secret could not be loaded" error={error} onRetry={() => void show()} />
      )}
      {secret !== null && (
        <>
          <SecretField label="Secret" value={secret.secret} />
          {secret.previous_secret !== null && (
            <>
              <SecretField label="Previous secret" value={secret.previous_secret} />
              <p class="hint">
                Callbacks are signed with both for 24 hours after the rotation. Give receivers the new secret
                in this time.
              </p>
            </>
          )}
        </>
      )}
      <div class="actions">
        {secret === null ? (
          <Button onClick={() => void show()}>Show the secret</Button>
        ) : (
          <Button onClick={() => setSecret(null)}>Hide the secret</Button>
        )}
        <Button class="button danger" onClick={() => setAsking(true)}>
          Rotate the secret
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Rotate the secret of callbacks?"
          action="Rotate"
          onClose={() => setAsking(false)}
          onConfirm={() => void rotate()}
        >
          A new secret is made. For 24 hours, callbacks carry a signature by each of the two, and every
          receiver keeps accepting them. Afterwards, only those that were given the new secret do. If the
          secret is rotated again within this time, the oldest one stops counting at once.
        </ConfirmDialog>
      )}
    </section>
  )
}
