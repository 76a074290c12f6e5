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
import { Sentence } from '../../ui/sentence.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ACTIONS, SkeletonRows, Table } from '../../ui/table.tsx'
import { t } from '../../languages/language.ts'

/** A question about a member. */
interface Question {
  readonly about: 'role' | 'removal' | 'devices'
  readonly member: Member
  /** The chosen role, or the current one. */
  readonly role: Role
}

interface MemberTableProps {
  /** Null while they load. */
  readonly members: readonly Member[] | null
  readonly onChange: () => void
}

export function MemberTable({ members, onChange }: MemberTableProps) {
  const [question, setQuestion] = useState<Question | null>(null)
  const texts = t().members
  const columns = [texts.name, texts.role, { head: texts.lastSeen, class: 'wide' }, ACTIONS]
  const admins = members?.filter(({ role }) => role === 'admin').length ?? 0
  const change = async (action: () => Promise<unknown>, done: string) => {
    if (await attempt(action)) notify(done)
    onChange()
    // It may have been the user themselves.
    await attempt(restoreSignIn)
  }
  return (
    <>
      <Table caption={texts.caption} columns={columns} isBusy={members === null}>
        {members === null ? (
          <SkeletonRows columns={columns.length} widths={[48, 32, 40]} />
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
  const texts = t().members
  const ask = (about: Question['about'], chosen = role) => onQuestion({ about, member, role: chosen })
  const seen = last_seen_at === null ? t().ui.never : <Age timestamp={last_seen_at} />
  const note = isLastAdmin
    ? texts.lastAdmin
    : group_role === null
      ? null
      : texts.fromGroup(t().ui.roles[group_role])
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi> {id === signedIn.value?.who.id && <span class="muted">{texts.you}</span>}
        {email !== null && <bdi class="hint member-note">{email}</bdi>}
        <span class="detail narrow">
          <Sentence text={texts.seen} parts={{ time: seen }} />
        </span>
      </th>
      <td>
        {isLastAdmin ? (
          t().ui.roles[role]
        ) : (
          <RoleSelect
            aria-label={texts.roleOf(name)}
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
          <Button aria-label={texts.devicesOf(name)} onClick={() => ask('devices')}>
            {texts.devices}
          </Button>
          {!isLastAdmin && (
            <Button
              class="button danger"
              aria-label={texts.removeMember(name)}
              onClick={() => ask('removal')}
            >
              {texts.remove}
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
  const texts = t().members
  if (question.about === 'devices') return <DevicesDialog member={question.member} onClose={onClose} />
  if (question.about === 'removal')
    return (
      <ConfirmDialog
        title={texts.removeTitle(name)}
        action={texts.remove}
        onClose={onClose}
        onConfirm={() => void onChange(async () => remove(`v2/members/${id}`), texts.removed(name))}
      >
        <Sentence text={texts.removeHint} parts={{ name: <bdi>{name}</bdi> }} />
        {question.member.group_role !== null && ` ${texts.removeGroupHint}`}
      </ConfirmDialog>
    )
  const { role } = question
  return (
    <ConfirmDialog
      title={texts.roleTitle(name, t().ui.roles[role])}
      action={texts.change}
      onClose={onClose}
      onConfirm={() =>
        void onChange(
          async () => patch(`v2/members/${id}`, { role }),
          texts.roleChanged(name, t().ui.roles[role]),
        )
      }
    >
      {t().ui.roleMeanings[role]} <Sentence text={texts.roleHint} parts={{ name: <bdi>{name}</bdi> }} />
    </ConfirmDialog>
  )
}

function DevicesDialog({ member: { id, name }, onClose }: { member: Member; onClose: () => void }) {
  const path = `v2/members/${id}/devices`
  const devices = useResource<DeviceList>(path, async (_known, abort) => get(path, abort))
  return (
    <Dialog title={t().members.whereSignedIn(name)} onClose={onClose}>
      <Loaded resource={devices} title={t().members.devicesNotLoaded}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">{t().members.nowhere}</p>
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
          {t().shell.close}
        </button>
      </form>
    </Dialog>
  )
}
