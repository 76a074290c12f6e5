import { useState } from 'preact/hooks'
import type { CreatedInvitation } from '../../../contract/invitations.ts'
import type { Role } from '../../../contract/roles.ts'
import { firstFault, post } from '../../api.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { RoleSelect } from '../../ui/roles.tsx'
import { t } from '../../languages/language.ts'

/** Days until the link expires. The longest is less than the service allows, since the clocks may differ. */
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
  const texts = t().members
  const create = async () => {
    const address = email.trim()
    const body = {
      role,
      email: address === '' ? null : address,
      expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
    }
    onCreated(await post<CreatedInvitation>('v2/invitations', body))
  }
  return (
    <FormDialog
      title={texts.invite}
      action={texts.createLink}
      onSubmit={create}
      onFailure={(error) => setProblem(firstFault(error).replace(/^email: /, texts.thisAddress))}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
