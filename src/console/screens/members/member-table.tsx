import { useState } from 'preact/hooks'
import type { DeviceList } from '../../../contract/me.ts'
import type { Member } from '../../../contract/members.ts'
import type { Role } from '../../../contract/roles.ts'
import { get, patch, remove } from '../../api.ts'
import { attempt, notify } from '../../announce.ts'
import { useResource } from '../../resource.ts'
import { restoreSignIn, signedIn } from '../../sign-in.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { DeviceTable } from '../../ui/devices.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { RoleSelect } from '../../ui/roles.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ACTIONS, SkeletonRows, Table } from '../../ui/table.tsx'
import './members.css'
import { t } from '../../languages/language.ts'

/** What is asked about a member. */
interface Question {
  readonly about: 'role' | 'removal' | 'devices'
  readonly member: Member
  /** The one that was chosen, or the present one. */
  readonly role: Role
}

const COLUMNS = ['Name', 'Role', { head: 'Last seen', class: 'wide' }, ACTIONS]

interface MemberTableProps {
  /** Null while they load. */
  readonly members: readonly Member[] | null
  readonly onChange: () => void
}

export function MemberTable({ members, onChange }: MemberTableProps) {
  const [question, setQuestion] = useState<Question | null>(null)
  const admins = members?.filter(({ role }) => role === 'admin').length ?? 0
  const change = async (action: () => Promise<unknown>, done: string) => {
    if (await attempt(action)) notify(done)
    onChange()
    // It may have been oneself.
    await attempt(restoreSignIn)
  }
  return (
    <>
      <Table caption="Members, by name" columns={COLUMNS} isBusy={members === null}>
        {members === null ? (
          <SkeletonRows columns={COLUMNS.length} widths={[48, 32, 40]} />
        ) : (
          members.map((member) => (
            <Row
              key={member.id}
              member={member}
              isLastAdmin={member.role === 'admin' && admins === 1}
              onQuestion={setQuestion}
            />
          ))
        )}
      </Table>
      {question !== null && <Asked question={question} onClose={() => setQuestion(null)} onChange={change} />}
    </>
  )
}

interface RowProps {
  readonly member: Member
  readonly isLastAdmin: boolean
  readonly onQuestion: (question: Question) => void
}

function Row({ member, isLastAdmin, onQuestion }: RowProps) {
  const { id, name, email, role, group_role, last_seen_at } = member
  const ask = (about: Question['about'], chosen = role) => onQuestion({ about, member, role: chosen })
  const seen = last_seen_at === null ? 'Never' : <Age timestamp={last_seen_at} />
  const note = isLastAdmin
    ? 'The last admin stays one'
    : group_role === null
      ? null
      : `At least ${t().ui.roles[group_role].toLowerCase()}, from a group`
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi> {id === signedIn.value?.who.id && <span class="muted">(you)</span>}
        {email !== null && <bdi class="hint member-note">{email}</bdi>}
        <span class="detail narrow">Seen: {seen}</span>
      </th>
      <td>
        {isLastAdmin ? (
          t().ui.roles[role]
        ) : (
          <RoleSelect
            aria-label={`Role of ${name}`}
            value={role}
            lowest={group_role ?? undefined}
            onChange={(chosen) => ask('role', chosen)}
          />
        )}
        {note !== null && <span class="hint member-note">{note}</span>}
      </td>
      <td class="wide muted">{seen}</td>
      <td class="action">
        <span class="row-actions">
          <Button aria-label={`Devices of ${name}`} onClick={() => ask('devices')}>
            Devices
          </Button>
          {!isLastAdmin && (
            <Button class="button danger" aria-label={`Remove ${name}`} onClick={() => ask('removal')}>
              Remove
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}

interface AskedProps {
  readonly question: Question
  readonly onClose: () => void
  readonly onChange: (action: () => Promise<unknown>, done: string) => Promise<void>
}

function Asked({ question, onClose, onChange }: AskedProps) {
  const { id, name } = question.member
  if (question.about === 'devices') return <DevicesDialog member={question.member} onClose={onClose} />
  if (question.about === 'removal')
    return (
      <ConfirmDialog
        title={`Remove ${name}?`}
        action="Remove"
        onClose={onClose}
        onConfirm={() =>
          void onChange(async () => remove(`v2/members/${id}`), `${name} is no longer a member.`)
        }
      >
        The membership ends at once, and with it the keys, the devices and the shared links of “
        <bdi>{name}</bdi>” in this account. Jobs and corrections stay. Somebody who is a member of no other
        account is deleted as a user.
        {question.member.group_role !== null &&
          ' A role comes from a group: end that at the identity provider first, or the next sign-in there brings it back.'}
      </ConfirmDialog>
    )
  const { role } = question
  return (
    <ConfirmDialog
      title={`Change the role of ${name} to ${t().ui.roles[role].toLowerCase()}?`}
      action="Change"
      onClose={onClose}
      onConfirm={() =>
        void onChange(
          async () => patch(`v2/members/${id}`, { role }),
          `The role of ${name} is ${t().ui.roles[role].toLowerCase()} now.`,
        )
      }
    >
      {t().ui.roleMeanings[role]} It takes effect at once, also for the keys of “<bdi>{name}</bdi>”.
    </ConfirmDialog>
  )
}

function DevicesDialog({ member: { id, name }, onClose }: { member: Member; onClose: () => void }) {
  const path = `v2/members/${id}/devices`
  const devices = useResource<DeviceList>(path, async (_known, abort) => get(path, abort))
  return (
    <Dialog title={`Where ${name} is signed in`} onClose={onClose}>
      <Loaded resource={devices} title="The devices could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">Nowhere.</p>
          ) : (
            <DeviceTable
              devices={items}
              onEnd={async (device) => remove(`${path}/${device.id}`).finally(devices.reload)}
            />
          )
        }
      </Loaded>
      <form method="dialog" class="actions">
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </Dialog>
  )
}
