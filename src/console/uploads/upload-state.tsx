/** The state of an upload, and the actions for it. */
import { ScriptoriumError } from '../api.ts'
import { reviseUpload } from './draft.ts'
import { formatPercent, formatSize, formatSpan } from '../formatting.ts'
import { t } from '../languages/language.ts'
import { href } from '../router.ts'
import { may } from '../sign-in.ts'
import { canRetry, canRevise, dismissUpload, isUnderWay, retryUpload, type UploadTask } from './uploads.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Progress } from '../ui/status.tsx'

export function UploadState({ task }: { task: UploadTask }) {
  const { name, state, audio, audioUrl, sent, error, progress } = task
  const isProblem = error !== null || progress?.status === 'error'
  return (
    <div class="upload">
      <bdi class="name" title={name}>
        {name}
      </bdi>
      {state === 'uploading' && audio instanceof File && audioUrl === null && (
        <Progress label={t().uploads.progress(name)} fraction={audio.size === 0 ? null : sent / audio.size} />
      )}
      <p class={isProblem ? 'hint problem' : 'hint numeric'}>{describe(task)}</p>
    </div>
  )
}

/** Links and buttons for the available actions. */
export function UploadActions({ task }: { task: UploadTask }) {
  const { id, name, jobId, progress } = task
  const texts = t().uploads
  if (jobId !== null) {
    const isFailed = progress?.status === 'error'
    if (!isFailed && progress?.status !== 'done') return null
    return (
      <a href={href(`jobs/${jobId}`)} aria-label={isFailed ? texts.whyOf(name) : texts.openOf(name)}>
        {isFailed ? texts.why : texts.open}
      </a>
    )
  }
  return (
    <>
      {canRetry(task) && may('write') && (
        <Button class="link-button" aria-label={texts.tryAgainWith(name)} onClick={() => retryUpload(id)}>
          {texts.tryAgain}
        </Button>
      )}
      {canRevise(task) && may('write') && (
        <Button class="link-button" aria-label={texts.changeOf(name)} onClick={() => reviseUpload(task)}>
          {texts.change}
        </Button>
      )}
      <IconButton
        icon="close"
        size={12}
        label={isUnderWay(task) ? texts.cancel(name) : texts.remove(name)}
        onClick={() => dismissUpload(id)}
      />
    </>
  )
}

function describe(task: UploadTask): string {
  const { state, error, progress } = task
  const texts = t().uploads
  if (state === 'waiting') return texts.waiting
  if (state === 'uploading') return describeSending(task)
  if (state === 'failed') return reasonOf(error)
  if (progress?.status === 'done') return texts.done
  if (progress?.status === 'error') return texts.failed
  if (progress?.status !== 'processing') return texts.queued
  return progress.fraction === null ? texts.transcribing : texts.transcribed(formatPercent(progress.fraction))
}

function describeSending({ audio, audioUrl, sent, speed }: UploadTask): string {
  const texts = t().uploads
  if (typeof audio === 'string' || audioUrl !== null || sent >= audio.size) return texts.checking
  const facts = [texts.ofSize(formatSize(sent), formatSize(audio.size))]
  if (speed !== null && speed > 0)
    facts.push(texts.perSecond(formatSize(speed)), texts.timeLeft(formatSpan((audio.size - sent) / speed)))
  return facts.join(' · ')
}

/** Why it failed and what to do about it, or else the message of the service. */
function reasonOf(error: Error | null): string {
  const { privateUrl, because, tooLarge, unusable, limit } = t().uploads
  if (!(error instanceof ScriptoriumError)) return error?.message ?? ''
  if (error.message.includes('private or reserved address')) return privateUrl
  const helps = { too_large: tooLarge, unusable_audio: unusable, limit_reached: limit } as const
  const help = Object.hasOwn(helps, error.code) ? helps[error.code as keyof typeof helps] : null
  return help === null ? error.message : because(help, error.message)
}
