import type { ComponentChildren } from 'preact'
import { signal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { announce } from '../announce.ts'
import { t } from '../languages/language.ts'
import { Messages } from './messages.tsx'

/** Ids of the dialogs that are open, the last one on top: all else is inert, also what is said there. */
export const dialogs = signal<readonly string[]>([])

/** A modal dialog, shown as long as it is rendered. */
export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren }) {
  const { title, onClose, children } = props
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    element.current?.showModal()
    // Nothing is said twice.
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
  /** What is done, as on the button. */
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
