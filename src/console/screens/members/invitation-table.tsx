import type { Invitation } from '../../../contract/invitations.ts'
import { remove } from '../../api.ts'
import { notify } from '../../announce.ts'
import { Expiry } from '../../ui/age.tsx'
import { ActionButton } from '../../ui/button.tsx'
import { By } from '../../ui/by.tsx'
import { ACTIONS, Table } from '../../ui/table.tsx'
import { t } from '../../languages/language.ts'

interface InvitationTableProps {
  readonly invitations: readonly Invitation[]
  readonly onChange: () => void
}

/** Those that nobody has used. */
export function InvitationTable({ invitations, onChange }: InvitationTableProps) {
  const withdraw = async (id: string) => {
    try {
      await remove(`v2/invitations/${id}`)
      notify('The invitation was withdrawn.')
    } finally {
      onChange()
    }
  }
  return (
    <Table
      caption="Invitations, oldest first"
      columns={[
        'For',
        'Role',
        { head: 'By', class: 'wide' },
        { head: 'Valid until', class: 'wide' },
        ACTIONS,
      ]}
    >
      {invitations.map(({ id, email, role, created_by, expires_at }) => (
        <tr key={id}>
          <th scope="row">
            <bdi>{email ?? 'Somebody'}</bdi>
            <span class="detail narrow">
              Until <Expiry timestamp={expires_at} />
            </span>
          </th>
          <td>{t().ui.roles[role]}</td>
          <td class="wide">
            <By who={created_by} />
          </td>
          <td class="wide muted">
            <Expiry timestamp={expires_at} />
          </td>
          <td class="action">
            <ActionButton
              class="button danger"
              aria-label={`Withdraw the invitation of ${email ?? 'somebody'}`}
              action={async () => withdraw(id)}
            >
              Withdraw
            </ActionButton>
          </td>
        </tr>
      ))}
    </Table>
  )
}
