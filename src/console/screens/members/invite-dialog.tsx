import { useState } from 'preact/hooks'
import type { CreatedInvitation } from '../../../contract/invitations.ts'
import type { Role } from '../../../contract/roles.ts'
import { post, ScriptoriumError } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { RoleSelect } from '../../ui/roles.tsx'
import { t } from '../../languages/language.ts'

/** Days until the link expires. The last is less than the service allows: the clocks may differ. */
const EXPIRIES = ['1', '7', '28'] as const
const DAY_MS = 86_400_000

interface InviteDialogProps {
  readonly onCreated: (invitation: CreatedInvitation) => void
  readonly onClose: () => void
}

export function InviteDialog({ onCreated, onClose }: InviteDialogProps) {
  const [role, setRole] = useState<Role>('viewer')
  const [email, setEmail] = useState('')
  const [days, setDays] = useState<(typeof EXPIRIES)[number]>('7')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const texts = t().members
  const submit = async (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      const address = email.trim()
      const body = {
        role,
        email: address === '' ? null : address,
        expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      }
      onCreated(await post<CreatedInvitation>('v2/invitations', body))
      onClose()
    } catch (error) {
      setProblem(explain(error as Error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={texts.invite} onClose={onClose}>
      <form class="dialog-form" onSubmit={(event) => void submit(event)}>
        <div class="field">
          <label for="invite-role">{texts.role}</label>
          <RoleSelect id="invite-role" aria-describedby="invite-role-hint" value={role} onChange={setRole} />
          <p id="invite-role-hint" class="hint">
            {t().ui.roleMeanings[role]}
          </p>
        </div>
        <TextField
          label={texts.email}
          hint={texts.emailHint}
          problem={problem}
          type="email"
          autocomplete="off"
          maxLength={254}
          value={email}
          onText={setEmail}
        />
        <div class="field">
          <label for="invite-expiry">{texts.linkExpires}</label>
          <Select
            id="invite-expiry"
            value={days}
            options={EXPIRIES.map((one) => [one, texts.inDays[one]])}
            onChange={(chosen) => setDays(chosen as typeof days)}
          />
        </div>
        <div class="actions">
          <Button onClick={onClose}>{t().ui.cancel}</Button>
          <button type="submit" class="button primary" disabled={isBusy}>
            {texts.createLink}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** The first fault: the name of its field is beside it. */
function explain(error: Error): string {
  const [fault] = error instanceof ScriptoriumError ? error.faults : []
  return (fault ?? error.message).replace(/^email: /, t().members.thisAddress)
}
