import { t } from '../../languages/language.ts'
import { useState } from 'preact/hooks'
import type { CreatedInvitation, InvitationList } from '../../../contract/invitations.ts'
import type { MemberList } from '../../../contract/members.ts'
import { get } from '../../api.ts'
import { useResource } from '../../resource.ts'
import { useTitle } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { ShownOnce } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { InvitationTable } from './invitation-table.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import './members.css'

/** The members of the account, and the invitations. */
export function MembersScreen() {
  const members = useResource<MemberList>('', async (_known, abort) => get('v2/members', abort))
  const invitations = useResource<InvitationList>('', async (_known, abort) => get('v2/invitations', abort))
  const [isInviting, setInviting] = useState(false)
  const [created, setCreated] = useState<CreatedInvitation | null>(null)
  const invited = invitations.value?.items ?? []
  const texts = t().members
  useTitle(t().shell.screens.members)
  return (
    <>
      <div class="page-header">
        <h1>{t().shell.screens.members}</h1>
        <Button class="button primary" onClick={() => setInviting(true)}>
          <Icon name="plus" />
          {texts.invite}
        </Button>
      </div>
      {created !== null && (
        <ShownOnce
          title={
            <Sentence
              text={texts.invitationCreated}
              parts={{ name: <bdi>{created.email ?? texts.somebody}</bdi> }}
            />
          }
          label={texts.link}
          value={created.url}
          onClose={() => setCreated(null)}
        >
          {texts.linkHint}
        </ShownOnce>
      )}
      {members.error !== null && members.value === null ? (
        <Failure title={texts.notLoaded} error={members.error} onRetry={members.reload} />
      ) : members.value?.items.length === 0 ? (
        <Empty icon="users" title={texts.none}>
          {texts.noneHint}
        </Empty>
      ) : (
        <MemberTable members={members.value?.items ?? null} onChange={members.reload} />
      )}
      {invitations.error !== null && invitations.value === null && (
        <Failure title={texts.invitationsNotLoaded} error={invitations.error} onRetry={invitations.reload} />
      )}
      {invited.length > 0 && (
        <section class="page-section" aria-labelledby="invitations">
          <h2 id="invitations">{texts.invitations}</h2>
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
