/** Copying text. */
import { Button } from './button.tsx'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { notify } from '../announce.ts'
import { t } from '../languages/language.ts'

/**
 * Copies a text, possibly while it is still loading, since a browser would refuse a later request.
 * @returns whether the browser allows it
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  const blob = Promise.resolve(text).then((loaded) => new Blob([loaded], { type: 'text/plain' }))
  try {
    // Undefined without HTTPS.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return true
  } catch {
    // An error in loading is not an error in copying.
    await blob
    return false
  }
}

/** Copies a text, and announces it. */
export async function copyAndTell(text: string | Promise<string>): Promise<void> {
  if (await copyText(text)) notify(t().ui.copied)
  else notify(t().ui.copyRefused, { isError: true })
}

/** @param what names what is copied to screen readers, if the text beside the button does not */
export function CopyButton({ text, what }: { text: string; what?: string }) {
  return (
    <Button
      class="link-button"
      aria-label={what === undefined ? undefined : t().ui.copyWhat(what)}
      onClick={() => void copyAndTell(text)}
    >
      {t().ui.copy}
    </Button>
  )
}

/** A secret that can be selected and copied. */
export function SecretField({ label, value }: { label: string; value: string }) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="secret-field">
        <input
          id={id}
          class="input"
          readOnly
          spellcheck={false}
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton text={value} what={label.toLowerCase()} />
      </div>
    </div>
  )
}

interface ShownOnceProps {
  readonly title: ComponentChildren
  readonly label: string
  readonly value: string
  /** What to do with it. */
  readonly children: ComponentChildren
  readonly onClose: () => void
}

/** The only time that a secret is shown. */
export function ShownOnce({ title, label, value, children, onClose }: ShownOnceProps) {
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => panel.current?.focus(), [value])
  return (
    <section class="shown-once" ref={panel} tabIndex={-1} aria-labelledby="shown-once">
      <h2 id="shown-once">{title}</h2>
      <p>
        {children} {t().ui.shownOnce}
      </p>
      <SecretField label={label} value={value} />
      <Button onClick={onClose}>{t().ui.iHaveCopied}</Button>
    </section>
  )
}
