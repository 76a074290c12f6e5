import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import type { CreatedShare, Share, ShareList } from '../../../contract/shares.ts'
import { announce, attempt } from '../../announce.ts'
import { get, post, remove, ScriptoriumError } from '../../api.ts'
import { formatAge, formatCount } from '../../formatting.ts'
import { useResource } from '../../resource.ts'
import { may } from '../../sign-in.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { SecretField } from '../../ui/copy.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
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

/** What was chosen for a link. */
interface Chosen {
  readonly from: string
  readonly to: string
  /** Days until it ends; empty for never. */
  readonly days: string
  readonly hasAudio: boolean
  readonly download: boolean
  readonly redacted: boolean
}

const isRedactedJob = ({ request_params: params }: Job): boolean =>
  'pii_redaction' in params && params.pii_redaction

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
  useEffect(() => {
    // What had the focus is gone.
    if (!isFirst.current) top.current?.querySelector('input')?.focus()
    isFirst.current = false
  }, [created])
  const shares = useResource<ShareList>(path, async (_known, abort) => get<ShareList>(path, abort))
  const create = async (request: object) => {
    setCreated(await post<CreatedShare>(path, request))
    announce('The link was made.')
    shares.reload()
  }
  const revoke = async ({ id }: Share) => {
    if (!(await attempt(async () => remove(`${path}/${id}`)))) return
    announce('The link was revoked.')
    close.current?.focus()
    if (created?.id === id) setCreated(null)
    shares.reload()
  }
  return (
    <>
      <Dialog title="Share this transcript" onClose={onClose}>
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
              <SecretField label="Link" value={created.url} />
              <p class="hint">Whoever has the link can open it. It is not shown again.</p>
              <div>
                <Button onClick={() => setCreated(null)}>Make another link</Button>
              </div>
            </div>
          )}
        </div>
        <Loaded resource={shares} title="The links could not be loaded">
          {({ items }) => <ShareItems items={items} onRevoke={setRevoked} />}
        </Loaded>
        <form method="dialog" class="actions">
          <button type="submit" class="button" ref={close}>
            Close
          </button>
        </form>
      </Dialog>
      {revoked !== null && (
        <ConfirmDialog
          title="Revoke this link?"
          action="Revoke"
          onClose={() => setRevoked(null)}
          onConfirm={() => void revoke(revoked)}
        >
          Whoever has it sees nothing any more. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  )
}

interface NewShareProps extends Pick<ShareDialogProps, 'job' | 'isCorrected'> {
  readonly chosen: Chosen
  readonly onChoose: (changes: Partial<Chosen>) => void
  /** @throws when it is refused */
  readonly onCreate: (request: object) => Promise<void>
}

/** Why a link cannot be made. */
interface Problem {
  /** The field that it is about; null for none. */
  readonly field: 'from' | 'to' | null
  readonly text: string
}

function NewShare({ job, isCorrected, chosen, onChoose, onCreate }: NewShareProps) {
  const { from, to, days, hasAudio, download, redacted } = chosen
  const isRedacted = isRedactedJob(job)
  const hasFile = job.file !== null && job.file.deleted_at === undefined
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const problemId = useId()
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  const submit = async () => {
    setProblem(null)
    const times = { from: secondsTyped(from), to: secondsTyped(to) }
    for (const field of ['from', 'to'] as const) {
      if (times[field] !== undefined) continue
      const text = `“${chosen[field].trim()}” is not a time: type minutes and seconds, such as 1:23.`
      setProblem({ field, text })
      return
    }
    setBusy(true)
    try {
      await onCreate({
        ...{ ...times, download, redacted },
        audio: hasAudio && hasFile && !redacted,
        expires_at: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      })
    } catch (error) {
      setProblem(problemOf(error as Error))
      setBusy(false)
    }
  }
  const time = (field: 'from' | 'to') => ({
    value: chosen[field],
    problemId: problem?.field === field ? problemId : null,
    onChange: (text: string) => onChoose({ [field]: text }),
  })
  return (
    <form
      ref={form}
      class="share-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p class="muted">Whoever has the link sees the newest transcript, and nothing else.</p>
      <div class="share-fields">
        <TimeField label="From" placeholder="0:00" {...time('from')} />
        <TimeField label="To" placeholder="end" {...time('to')} />
        <label class="field">
          <span class="field-label">Ends</span>
          <Select value={days} options={EXPIRIES} onChange={(value) => onChoose({ days: value })} />
        </label>
      </div>
      {isRedacted && (
        <Check
          label="Only the redacted text, without audio, title and names of speakers"
          checked={redacted}
          onChange={(isChecked) => onChoose({ redacted: isChecked })}
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
          onChange={(isChecked) => onChoose({ hasAudio: isChecked })}
        />
      )}
      <Check
        label="May be downloaded"
        checked={download}
        onChange={(isChecked) => onChoose({ download: isChecked })}
      />
      {problem !== null && (
        <p class="problem" role="alert" id={problemId}>
          {problem.text}
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

/** What the service says about a field begins with its name; its times are seconds. */
function problemOf(error: Error): Problem {
  const fault = (error instanceof ScriptoriumError ? error.faults[0] : undefined) ?? ''
  const [, field, text] = /^(from|to): (.*)$/s.exec(fault) ?? []
  if (text === undefined) return { field: null, text: fault === '' ? error.message : fault }
  const written = text
    .replace(/\bfrom$/, '“From”')
    .replace(/, ([\d.]+)$/, (_all, seconds: string) => `, ${typedTime(Number(seconds))}`)
  return field === 'from' ? { field, text: `“From” ${written}.` } : { field: 'to', text: `“To” ${written}.` }
}

interface TimeFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  /** Id of what says why the time cannot be used; null if it can. */
  readonly problemId: string | null
  readonly onChange: (text: string) => void
}

function TimeField({ label, problemId, onChange, ...props }: TimeFieldProps) {
  return (
    <label class="field">
      <span class="field-label">{label}</span>
      <input
        class="input numeric"
        inputMode="text"
        maxLength={20}
        aria-invalid={problemId !== null}
        aria-describedby={problemId ?? undefined}
        {...props}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  )
}

interface ShareItemsProps {
  readonly items: readonly Share[]
  readonly onRevoke: (share: Share) => void
}

function ShareItems({ items, onRevoke }: ShareItemsProps) {
  if (items.length === 0) return null
  return (
    <section class="shares">
      <h3>Links</h3>
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
              onClick={() => onRevoke(share)}
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
