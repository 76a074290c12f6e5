import type { Invitation } from '../../../contract/invitations.ts'
import { remove } from '../../api.ts'
import { notify } from '../../announce.ts'
import { Expiry } from '../../ui/age.tsx'
import { ActionButton } from '../../ui/button.tsx'
import { By } from '../../ui/by.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { ACTIONS, Table } from '../../ui/table.tsx'
import { t } from '../../languages/language.ts'

interface InvitationTableProps {
  readonly invitations: readonly Invitation[]
  readonly onChange: () => void
}

/** The unused invitations. */
export function InvitationTable({ invitations, onChange }: InvitationTableProps) {
  const texts = t().members
  const withdraw = async (id: string) => {
    try {
      await remove(`v2/invitations/${id}`)
      notify(texts.withdrawn)
    } finally {
      onChange()
    }
  }
  return (
    <Table
      caption={texts.invitationsCaption}
      columns={[
        texts.for,
        texts.role,
        { head: texts.by, class: 'wide' },
        { head: texts.validUntil, class: 'wide' },
        ACTIONS,
      ]}
    >
      {invitations.map(({ id, email, role, created_by, expires_at }) => (
        <tr key={id}>
          <th scope="row">
            <bdi>{email ?? texts.somebody}</bdi>
            <span class="detail narrow">
              <Sentence text={texts.until} parts={{ time: <Expiry timestamp={expires_at} /> }} />
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
              aria-label={texts.withdrawOf(email ?? texts.somebody)}
              action={async () => withdraw(id)}
            >
              {texts.withdraw}
            </ActionButton>
          </td>
        </tr>
      ))}
    </Table>
  )
}
