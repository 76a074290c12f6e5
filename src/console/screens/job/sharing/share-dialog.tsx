import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Job } from '../../../../contract/job.ts'
import type { CreatedShare, Share, ShareList } from '../../../../contract/shares.ts'
import { announce, attempt } from '../../../announce.ts'
import { get, post, remove } from '../../../api.ts'
import { t } from '../../../languages/language.ts'
import { useResource } from '../../../resource.ts'
import { may } from '../../../sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { SecretField } from '../../../ui/copy.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { type Chosen, isRedactedJob, NewShare } from './new-share.tsx'
import { ShareItems } from './share-items.tsx'
import { typedTime } from './share-times.ts'
import './share.css'

/** A part of the audio, in seconds. */
export interface Part {
  readonly from: number
  readonly to: number
}

/** Opens the dialog. Not shown to users who can only read. */
export function ShareButton({ job, isCorrected }: Pick<ShareDialogProps, 'job' | 'isCorrected'>) {
  const [isOpen, setOpen] = useState(false)
  if (!may('write')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="send" />
        {t().sharing.share}
      </Button>
      {isOpen && (
        <ShareDialog job={job} isCorrected={isCorrected} part={null} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

interface ShareDialogProps {
  /** A job that is done. */
  readonly job: Job
  /** Whether the transcript has revisions. */
  readonly isCorrected: boolean
  /** The part to share initially; null for everything. */
  readonly part: Part | null
  readonly onClose: () => void
}

/** Creates, lists and revokes links to the transcript of a job. */
export function ShareDialog({ job, isCorrected, part, onClose }: ShareDialogProps) {
  const path = `v2/jobs/${job.id}/shares`
  const texts = t().sharing
  const [chosen, setChosen] = useState<Chosen>(() => ({
    from: part === null ? '' : typedTime(part.from),
    to: part === null ? '' : typedTime(part.to),
    ...{ days: '30', hasAudio: true, download: false, redacted: isRedactedJob(job) },
  }))
  const [created, setCreated] = useState<CreatedShare | null>(null)
  const [revoked, setRevoked] = useState<Share | null>(null)
  const top = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    // The focused element was removed.
    if (!isFirst.current) top.current?.querySelector('input')?.focus()
    isFirst.current = false
  }, [created])
  const shares = useResource<ShareList>(path, async (_known, abort) => get<ShareList>(path, abort))
  const create = async (request: object) => {
    setCreated(await post<CreatedShare>(path, request))
    announce(texts.made)
    shares.reload()
  }
  const revoke = async ({ id }: Share) => {
    if (!(await attempt(async () => remove(`${path}/${id}`)))) return
    announce(texts.revoked)
    close.current?.focus()
    if (created?.id === id) setCreated(null)
    shares.reload()
  }
  return (
    <>
      <Dialog title={texts.title} onClose={onClose}>
        <div ref={top}>
          {created === null ? (
            <NewShare
              job={job}
              isCorrected={isCorrected}
              chosen={chosen}
              onChoose={(changes) => setChosen({ ...chosen, ...changes })}
              onCreate={create}
            />
          ) : (
            <div class="share-form">
              <SecretField label={texts.link} value={created.url} />
              <p class="hint">{texts.linkHint}</p>
              <div>
                <Button onClick={() => setCreated(null)}>{texts.makeAnother}</Button>
              </div>
            </div>
          )}
        </div>
        <Loaded resource={shares} title={texts.notLoaded}>
          {({ items }) => <ShareItems items={items} onRevoke={setRevoked} />}
        </Loaded>
        <form method="dialog" class="actions">
          <button type="submit" class="button" ref={close}>
            {t().shell.close}
          </button>
        </form>
      </Dialog>
      {revoked !== null && (
        <ConfirmDialog
          title={texts.revokeTitle}
          action={texts.revoke}
          onClose={() => setRevoked(null)}
          onConfirm={() => void revoke(revoked)}
        >
          {texts.revokeHint}
        </ConfirmDialog>
      )}
    </>
  )
}
