import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '../languages/language.ts'

interface InlineEditProps {
  /** What the field begins with. */
  readonly value: string
  /** What is edited, such as `Title`. */
  readonly label: string
  readonly maxLength: number
  /** What is shown while it is not edited. */
  readonly children: ComponentChildren
  /**
   * Null where it may not be changed.
   * @throws when it could not be saved: the field stays, and says why
   */
  readonly onSave: ((text: string) => Promise<void>) | null
}

/** Text that becomes a field when it is pressed. Enter and leaving the field save, Escape does not. */
export function InlineEdit({ value, label, maxLength, children, onSave }: InlineEditProps) {
  /** What was typed; null while it is not edited. */
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState<Error | null>(null)
  /** Whether it is being saved, or was closed: a field that is removed loses the focus, too. */
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
