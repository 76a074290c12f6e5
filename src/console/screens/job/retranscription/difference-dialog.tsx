import type { TranscriptDifference } from '../../../../contract/retranscription.ts'
import { formatDuration } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { ActionButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

interface Props {
  readonly difference: TranscriptDifference
  readonly accept: () => Promise<unknown>
  readonly discard: () => Promise<unknown>
  readonly onClose: () => void
}

/** The changes of a new transcript, word by word. */
export function DifferenceDialog({ difference: { changes, words }, accept, discard, onClose }: Props) {
  const texts = t().job.again
  return (
    <Dialog title={texts.ready(words)} onClose={onClose}>
      <ol class="word-changes" tabIndex={0} aria-label={texts.changes}>
        {changes.map(({ start, before, old, new: now, after, kept }, i) => (
          <li key={i}>
            <span class="muted numeric">{formatDuration(start)}</span>
            <p dir="auto">
              {before}{' '}
              {kept ? (
                <>
                  <mark>{old}</mark> <span class="muted">{texts.heard(now)}</span>
                </>
              ) : (
                <>
                  {old !== '' && <del>{old}</del>} {now !== '' && <ins>{now}</ins>}
                </>
              )}{' '}
              {after}
            </p>
          </li>
        ))}
      </ol>
      {changes.length === 0 && <p>{texts.same}</p>}
      <p class="muted">{texts.undo}</p>
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {t().ui.cancel}
        </button>
        <ActionButton action={discard}>{texts.discard}</ActionButton>
        <ActionButton class="button primary" action={accept}>
          {texts.accept}
        </ActionButton>
      </div>
    </Dialog>
  )
}
