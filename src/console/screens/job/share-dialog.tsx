import { useState } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import type { CreatedShare, Share, ShareList } from '../../../contract/shares.ts'
import { get, post, remove } from '../../api.ts'
import { formatAge, formatCount } from '../../formatting.ts'
import { useResource } from '../../resource.ts'
import { may } from '../../sign-in.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { SecretField } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Check, Select } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/states.tsx'
import { secondsTyped, typedTime } from './share-times.ts'
import './share.css'

/** A part of the audio, in seconds. */
export interface Part {
  readonly from: number
  readonly to: number
}

/** Days until a link ends. */
const EXPIRIES = [
  ['1', 'In a day'],
  ['7', 'In a week'],
  ['30', 'In 30 days'],
  ['', 'Never'],
] as const
const DAY_MS = 24 * 3_600_000

/** Opens the dialog; not there for somebody who may only read. */
export function ShareButton({ job, isCorrected }: Pick<ShareDialogProps, 'job' | 'isCorrected'>) {
  const [isOpen, setOpen] = useState(false)
  if (!may('write')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="send" />
        Share
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
  /** What is shared to begin with; null for all of it. */
  readonly part: Part | null
  readonly onClose: () => void
}

/** Makes links to the transcript of a job, and lists and revokes them. */
export function ShareDialog({ job, isCorrected, part, onClose }: ShareDialogProps) {
  const path = `v2/jobs/${job.id}/shares`
  const [created, setCreated] = useState<CreatedShare | null>(null)
  const shares = useResource<ShareList>(path, async (_known, abort) => get<ShareList>(path, abort))
  const create = async (request: object) => {
    setCreated(await post<CreatedShare>(path, request))
    shares.reload()
  }
  return (
    <Dialog title="Share this transcript" onClose={onClose}>
      {created === null ? (
        <NewShare job={job} isCorrected={isCorrected} part={part} onCreate={create} />
      ) : (
        <div class="share-form">
          <SecretField label="Link" value={created.url} />
          <p class="hint">Whoever has the link can open it. It is not shown again.</p>
          <div>
            <Button onClick={() => setCreated(null)}>Make another link</Button>
          </div>
        </div>
      )}
      <Loaded resource={shares} title="The links could not be loaded">
        {({ items }) => (
          <ShareItems
            items={items}
            onRevoke={async ({ id }) => {
              await remove(`${path}/${id}`)
              if (created?.id === id) setCreated(null)
              shares.reload()
            }}
          />
        )}
      </Loaded>
      <form method="dialog" class="actions">
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </Dialog>
  )
}

interface NewShareProps extends Pick<ShareDialogProps, 'job' | 'isCorrected' | 'part'> {
  /** @throws when it is refused */
  readonly onCreate: (request: object) => Promise<void>
}

function NewShare({ job: { request_params: params, file }, isCorrected, part, onCreate }: NewShareProps) {
  const isRedacted = 'pii_redaction' in params && params.pii_redaction
  const hasFile = file !== null && file.deleted_at === undefined
  const [from, setFrom] = useState(part === null ? '' : typedTime(part.from))
  const [to, setTo] = useState(part === null ? '' : typedTime(part.to))
  const [days, setDays] = useState('30')
  const [hasAudio, setAudio] = useState(true)
  const [download, setDownload] = useState(false)
  const [redacted, setRedacted] = useState(isRedacted)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const submit = async () => {
    setBusy(true)
    setError(null)
    try {
      await onCreate({
        ...{ from: secondsTyped(from), to: secondsTyped(to), download, redacted },
        audio: hasAudio && hasFile && !redacted,
        expires_at: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      })
    } catch (problem) {
      setError(problem as Error)
      setBusy(false)
    }
  }
  return (
    <form
      class="share-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p class="muted">Whoever has the link sees the newest transcript, and nothing else.</p>
      <div class="share-fields">
        <TimeField label="From" placeholder="0:00" value={from} onChange={setFrom} />
        <TimeField label="To" placeholder="end" value={to} onChange={setTo} />
        <label class="field">
          <span class="field-label">Ends</span>
          <Select value={days} options={EXPIRIES} onChange={setDays} />
        </label>
      </div>
      {isRedacted && (
        <Check
          label="Only the redacted text, without audio, title and names of speakers"
          checked={redacted}
          onChange={setRedacted}
        />
      )}
      {isRedacted && redacted && isCorrected && (
        <p class="hint">It was corrected since: make sure that no correction names anybody.</p>
      )}
      {hasFile && (
        <Check
          label="With the audio"
          checked={hasAudio && !redacted}
          disabled={redacted}
          onChange={setAudio}
        />
      )}
      <Check label="May be downloaded" checked={download} onChange={setDownload} />
      {error !== null && (
        <p class="problem" role="alert">
          {error.message}
        </p>
      )}
      <div>
        <button type="submit" class="button primary" disabled={isBusy}>
          Make the link
        </button>
      </div>
    </form>
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (text: string) => void
}

function TimeField({ label, onChange, ...props }: TimeFieldProps) {
  return (
    <label class="field">
      <span class="field-label">{label}</span>
      <input
        class="input numeric"
        inputMode="text"
        maxLength={20}
        {...props}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  )
}

interface ShareItemsProps {
  readonly items: readonly Share[]
  readonly onRevoke: (share: Share) => Promise<void>
}

function ShareItems({ items, onRevoke }: ShareItemsProps) {
  const [error, setError] = useState<Error | null>(null)
  if (items.length === 0) return null
  const revoke = (share: Share) => {
    setError(null)
    onRevoke(share).catch(setError)
  }
  return (
    <section class="shares">
      <h3>Links</h3>
      {error !== null && (
        <p class="problem" role="alert">
          {error.message}
        </p>
      )}
      <ul>
        {items.map((share) => (
          <li key={share.id}>
            <p>
              <strong class="numeric">{partText(share)}</strong>
              {optionsOf(share)}
              <br />
              <span class="muted">
                {endOf(share)} · {openedText(share)} · made by <bdi>{share.created_by.name}</bdi>{' '}
                <Age timestamp={share.created_at} />
              </span>
            </p>
            <Button
              class="link-button"
              aria-label={`Revoke the link to ${partText(share)}`}
              onClick={() => revoke(share)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function partText({ from, to }: Share): string {
  if (from === null && to === null) return 'All'
  return `${typedTime(from ?? 0)} – ${to === null ? 'end' : typedTime(to)}`
}

function optionsOf({ audio, download, redacted }: Share): string {
  return [redacted && 'redacted', audio ? 'audio' : 'text only', download && 'download']
    .filter((option) => option !== false)
    .map((option) => `, ${option}`)
    .join('')
}

function endOf({ expires_at: end }: Share): string {
  if (end === null) return 'does not end'
  const now = Date.now()
  return `${Date.parse(end) <= now ? 'ended' : 'ends'} ${formatAge(end, now)}`
}

function openedText({ opened_count: count }: Share): string {
  if (count === 0) return 'not opened'
  return count === 1 ? 'opened once' : `opened ${formatCount(count)} times`
}
