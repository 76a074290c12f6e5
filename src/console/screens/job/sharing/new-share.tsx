import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Job } from '../../../../contract/job.ts'
import { firstFault } from '../../../api.ts'
import { t } from '../../../languages/language.ts'
import { Check, Select } from '../../../ui/fields.tsx'
import { secondsTyped, typedTime } from './share-times.ts'

/** Days until a link expires; empty for never. */
const EXPIRIES = ['1', '7', '30', ''] as const
const DAY_MS = 24 * 3_600_000

/** The choices for a link. */
export interface Chosen {
  readonly from: string
  readonly to: string
  /** Days until it expires; empty for never. */
  readonly days: (typeof EXPIRIES)[number]
  readonly hasAudio: boolean
  readonly download: boolean
  readonly redacted: boolean
}

export const isRedactedJob = ({ request_params: params }: Job): boolean =>
  'pii_redaction' in params && params.pii_redaction

interface NewShareProps {
  /** A job that is done. */
  readonly job: Job
  /** Whether the transcript has revisions. */
  readonly isCorrected: boolean
  readonly chosen: Chosen
  readonly onChoose: (changes: Partial<Chosen>) => void
  /** @throws if the service refuses it */
  readonly onCreate: (request: object) => Promise<void>
}

/** Why a link cannot be created. */
interface Problem {
  /** The field with the problem, or null. */
  readonly field: 'from' | 'to' | null
  readonly text: string
}

/** The form for a new link. */
export function NewShare({ job, isCorrected, chosen, onChoose, onCreate }: NewShareProps) {
  const { from, to, days, hasAudio, download, redacted } = chosen
  const texts = t().sharing
  const isRedacted = isRedactedJob(job)
  const hasFile = job.file !== null && job.file.deleted_at === undefined
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const problemId = useId()
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  const submit = async () => {
    setProblem(null)
    const times = { from: secondsTyped(from), to: secondsTyped(to) }
    for (const field of ['from', 'to'] as const) {
      if (times[field] !== undefined) continue
      const text = texts.notATime(chosen[field].trim())
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
      <p class="muted">{texts.whatIsSeen}</p>
      <div class="share-fields">
        <TimeField label={texts.from} placeholder="0:00" {...time('from')} />
        <TimeField label={texts.to} placeholder={texts.end} {...time('to')} />
        <label class="field">
          <span class="field-label">{texts.ends}</span>
          <Select
            value={days}
            options={EXPIRIES.map((one) => [one, one === '' ? t().ui.never : texts.inDays[one]])}
            onChange={(value) => onChoose({ days: value as typeof days })}
          />
        </label>
      </div>
      {isRedacted && (
        <Check
          label={texts.onlyRedacted}
          checked={redacted}
          onChange={(isChecked) => onChoose({ redacted: isChecked })}
        />
      )}
      {isRedacted && redacted && isCorrected && <p class="hint">{texts.redactedHint}</p>}
      {hasFile && (
        <Check
          label={texts.withAudio}
          checked={hasAudio && !redacted}
          disabled={redacted}
          onChange={(isChecked) => onChoose({ hasAudio: isChecked })}
        />
      )}
      <Check
        label={texts.mayDownload}
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
          {texts.make}
        </button>
      </div>
    </form>
  )
}

/** Messages of the service about a field begin with its name. Times in them are in seconds. */
function problemOf(error: Error): Problem {
  const fault = firstFault(error)
  const [, field, text] = /^(from|to): (.*)$/s.exec(fault) ?? []
  if (text === undefined) return { field: null, text: fault }
  const texts = t().sharing
  const written = text
    .replace(/\bfrom$/, `“${texts.from}”`)
    .replace(/, ([\d.]+)$/, (_all, seconds: string) => `, ${typedTime(Number(seconds))}`)
  return field === 'from'
    ? { field, text: `“${texts.from}” ${written}.` }
    : { field: 'to', text: `“${texts.to}” ${written}.` }
}

interface TimeFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  /** Id of the element that says why the time is invalid, or null. */
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
