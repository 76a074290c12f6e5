import type { ComponentChildren } from 'preact'
import { signal } from '@preact/signals'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { announce } from '../announce.ts'
import { t } from '../languages/language.ts'
import { Button } from './button.tsx'
import { Messages } from './messages.tsx'

/** Ids of the open dialogs, the last one on top. Everything else is inert, including live regions there. */
export const dialogs = signal<readonly string[]>([])

/** A modal dialog, shown as long as it is rendered. */
export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren }) {
  const { title, onClose, children } = props
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Immediately, so that the next key goes to the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement
    element.current?.showModal()
    // Do not announce the last message again.
    announce('')
    dialogs.value = [...dialogs.value, id]
    return () => {
      announce('')
      dialogs.value = dialogs.value.filter((other) => other !== id)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={element} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
      <Messages isShown={dialogs.value.at(-1) === id} />
    </dialog>
  )
}

interface ConfirmProps {
  readonly title: string
  /** Label of the button. */
  readonly action: string
  readonly children: ComponentChildren
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something is lost. */
export function ConfirmDialog({ title, action, children, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <form method="dialog" class="actions">
        <button type="submit" class="button">
          {t().ui.keep}
        </button>
        <button type="submit" class="button danger filled" onClick={onConfirm}>
          {action}
        </button>
      </form>
    </Dialog>
  )
}

interface FormDialogProps {
  readonly title: string
  /** Label of the button. */
  readonly action: string
  /** Label of the button while it runs; the same by default. */
  readonly running?: string
  /** Whether the input is complete. */
  readonly isReady?: boolean
  readonly isDangerous?: boolean
  /** Other buttons. */
  readonly otherActions?: ComponentChildren
  readonly children: ComponentChildren
  /** Performs the action. The dialog then closes. @throws the reason if it fails */
  readonly onSubmit: () => Promise<void>
  /** Shows why it failed; by default, below the fields. */
  readonly onFailure?: (error: Error) => void
  readonly onClose: () => void
}

/** A dialog with a form, open until its action succeeds. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, running = action, isReady = true, isDangerous = false, otherActions } = props
  const { children, onSubmit, onFailure, onClose } = props
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      await onSubmit()
      onClose()
    } catch (problem) {
      ;(onFailure ?? setError)(problem as Error)
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="dialog-form" onSubmit={(event) => void submit(event)}>
        {children}
        {error !== null && (
          <p class="problem" role="alert">
            {error.message}
          </p>
        )}
        <div class="actions">
          {otherActions}
          <Button onClick={onClose}>{isDangerous ? t().ui.keep : t().ui.cancel}</Button>
          <button
            type="submit"
            class={isDangerous ? 'button danger filled' : 'button primary'}
            disabled={isBusy || !isReady}
          >
            {isBusy ? running : action}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
