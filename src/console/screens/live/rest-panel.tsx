import { useState } from 'preact/hooks'
import { formatClock, formatDuration } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { href } from '../../router.ts'
import { ActionButton, Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import type { Recorder } from './recorder.ts'

/** The audio that the session did not get before it ended. The user decides what to do with it. */
export function RestPanel({ recorder }: { recorder: Recorder }) {
  const { rest, state, startedAt } = recorder
  const [isAsking, setAsking] = useState(false)
  const texts = t().live.rest
  const span = formatDuration(rest.seconds.value)
  if (rest.jobId.value !== null)
    return (
      <p class="live-note" role="status">
        {texts.sent} <a href={href(`jobs/${rest.jobId.value}`)}>{texts.open}</a>
      </p>
    )
  if (state.value !== 'ended' || rest.seconds.value < 1) return null
  const name = texts.name(formatClock(startedAt))
  return (
    <section class="live-note" aria-labelledby="live-rest">
      <h2 id="live-rest">{texts.title(span)}</h2>
      <p>{texts.text}</p>
      <div class="actions">
        <ActionButton class="button primary" action={async () => rest.send(name)}>
          {texts.send}
        </ActionButton>
        <ActionButton action={async () => save(await rest.file(), `${name}.wav`)}>{texts.save}</ActionButton>
        <Button class="button danger" onClick={() => setAsking(true)}>
          {texts.delete}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={texts.deleteTitle}
          action={texts.delete}
          onConfirm={() => void rest.forget()}
          onClose={() => setAsking(false)}
        >
          {texts.deleteHint(span)}
        </ConfirmDialog>
      )}
    </section>
  )
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  ;[link.href, link.download] = [url, name]
  link.click()
  URL.revokeObjectURL(url)
}
