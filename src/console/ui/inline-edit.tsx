import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '../languages/language.ts'

interface InlineEditProps {
  /** Initial text of the field. */
  readonly value: string
  /** Name of the field, such as `Title`. */
  readonly label: string
  readonly maxLength: number
  /** Shown while it is not edited. */
  readonly children: ComponentChildren
  /**
   * Null if it cannot be changed.
   * @throws if it could not be saved; the field stays open, and shows why
   */
  readonly onSave: ((text: string) => Promise<void>) | null
}

/** Text that turns into a field when pressed. Enter and leaving the field save; Escape cancels. */
export function InlineEdit({ value, label, maxLength, children, onSave }: InlineEditProps) {
  /** The typed text; null while it is not edited. */
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState<Error | null>(null)
  /** Whether it is being saved or was closed, since a field also loses the focus when it is removed. */
  const isDone = useRef(false)
  const isFocusKept = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isOpen = text !== null
  useLayoutEffect(() => {
    isDone.current = false
    if (isOpen) field.current?.select()
    else if (isFocusKept.current) button.current?.focus()
    isFocusKept.current = false
  }, [isOpen])

  const close = (keepFocus: boolean) => {
    isDone.current = true
    isFocusKept.current = keepFocus
    setText(null)
    setError(null)
  }
  const save = async (keepFocus: boolean) => {
    if (text === null || onSave === null || isDone.current) return
    const typed = text.trim()
    if (typed === value) {
      close(keepFocus)
      return
    }
    isDone.current = true
    try {
      await onSave(typed)
      close(keepFocus)
    } catch (problem) {
      isDone.current = false
      setError(problem as Error)
    }
  }
  if (onSave === null) return <>{children}</>
  if (text === null)
    return (
      <button
        ref={button}
        type="button"
        class="inline-edit"
        title={t().ui.change(label)}
        onClick={() => setText(value)}
      >
        {children}
      </button>
    )
  return (
    <span class="inline-field">
      <input
        ref={field}
        class="input"
        aria-label={label}
        maxLength={maxLength}
        value={text}
        aria-invalid={error !== null}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={() => void save(false)}
        onKeyDown={({ key, isComposing }) => {
          if (key === 'Enter' && !isComposing) void save(true)
          if (key === 'Escape') close(true)
        }}
      />
      {error !== null && (
        <span class="hint problem" role="alert">
          {error.message} {t().ui.enterToRetry}
        </span>
      )}
    </span>
  )
}
