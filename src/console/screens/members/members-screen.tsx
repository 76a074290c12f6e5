import { useState } from 'preact/hooks'
import type { CreatedInvitation, InvitationList } from '../../../contract/invitations.ts'
import type { MemberList } from '../../../contract/members.ts'
import { get } from '../../api.ts'
import { useResource } from '../../resource.ts'
import { useTitle } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { ShownOnce } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { InvitationTable } from './invitation-table.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'

/** Who belongs to the account, and who is invited. */
export function MembersScreen() {
  const members = useResource<MemberList>('', async (_known, abort) => get('v2/members', abort))
  const invitations = useResource<InvitationList>('', async (_known, abort) => get('v2/invitations', abort))
  const [isInviting, setInviting] = useState(false)
  const [created, setCreated] = useState<CreatedInvitation | null>(null)
  const invited = invitations.value?.items ?? []
  useTitle('Members')
  return (
    <>
      <div class="page-header">
        <h1>Members</h1>
        <Button class="button primary" onClick={() => setInviting(true)}>
          <Icon name="plus" />
          Invite somebody
        </Button>
      </div>
      {created !== null && (
        <ShownOnce
          title={
            <>
              The invitation of <bdi>{created.email ?? 'somebody'}</bdi> was created
            </>
          }
          label="Link"
          value={created.url}
          onClose={() => setCreated(null)}
        >
          Send this link to the person yourself. Whoever accepts it first becomes a member.
        </ShownOnce>
      )}
      {members.error !== null && members.value === null ? (
        <Failure title="The members could not be loaded" error={members.error} onRetry={members.reload} />
      ) : members.value?.items.length === 0 ? (
        <Empty icon="users" title="No members yet">
          Until now, only keys use this account. Invite the first person.
        </Empty>
      ) : (
        <MemberTable members={members.value?.items ?? null} onChange={members.reload} />
      )}
      {invitations.error !== null && invitations.value === null && (
        <Failure
          title="The invitations could not be loaded"
          error={invitations.error}
          onRetry={invitations.reload}
        />
      )}
      {invited.length > 0 && (
        <section class="page-section" aria-labelledby="invitations">
          <h2 id="invitations">Invitations</h2>
          <InvitationTable invitations={invited} onChange={invitations.reload} />
        </section>
      )}
      {isInviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onCreated={(invitation) => {
            setCreated(invitation)
            invitations.reload()
          }}
        />
      )}
    </>
  )
}
