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
const EXPIRIES = [
  ['1', 'In a day'],
  ['7', 'In a week'],
  ['28', 'In four weeks'],
] as const
const DAY_MS = 86_400_000

interface InviteDialogProps {
  readonly onCreated: (invitation: CreatedInvitation) => void
  readonly onClose: () => void
}

export function InviteDialog({ onCreated, onClose }: InviteDialogProps) {
  const [role, setRole] = useState<Role>('viewer')
  const [email, setEmail] = useState('')
  const [days, setDays] = useState<string>('7')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
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
    <Dialog title="Invite somebody" onClose={onClose}>
      <form class="dialog-form" onSubmit={(event) => void submit(event)}>
        <div class="field">
          <label for="invite-role">Role</label>
          <RoleSelect id="invite-role" aria-describedby="invite-role-hint" value={role} onChange={setRole} />
          <p id="invite-role-hint" class="hint">
            {t().ui.roleMeanings[role]}
          </p>
        </div>
        <TextField
          label="E-mail (optional)"
          hint="By which you recognise the invitation. Nothing is sent there."
          problem={problem}
          type="email"
          autocomplete="off"
          maxLength={254}
          value={email}
          onText={setEmail}
        />
        <div class="field">
          <label for="invite-expiry">The link expires</label>
          <Select id="invite-expiry" value={days} options={EXPIRIES} onChange={setDays} />
        </div>
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <button type="submit" class="button primary" disabled={isBusy}>
            Create the link
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** The first fault: the name of its field is beside it. */
function explain(error: Error): string {
  const [fault] = error instanceof ScriptoriumError ? error.faults : []
  return (fault ?? error.message).replace(/^email: /, 'This ')
}
