/** Keyboard shortcuts: single keys, `g` and a key, or Ctrl (on a Mac ⌘) and a key. */
import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { shortcutsEnabled } from './preferences.ts'

export interface Shortcut {
  /** A `KeyboardEvent.key`, or two of them separated by a space, or one after `Ctrl+`. */
  readonly keys: string
  readonly label: string
  readonly run: () => void
}

export interface ShortcutGroup {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

/** The groups of the current screen and of the shell. */
export const shortcutGroups = signal<readonly ShortcutGroup[]>([])

/** Milliseconds within which the second key must follow the first. */
const SEQUENCE_MS = 1_000

/** Adds shortcuts while the component is shown. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  // Before the screen is painted, so that no key is lost.
  useLayoutEffect(() => {
    const group: ShortcutGroup = {
      title,
      get shortcuts() {
        return latest.current
      },
    }
    shortcutGroups.value = [...shortcutGroups.peek(), group]
    return () => {
      shortcutGroups.value = shortcutGroups.peek().filter((one) => one !== group)
    }
  }, [title])
}

/** Called once. */
export function listenForShortcuts(): void {
  let [first, at] = ['', 0]
  document.addEventListener('keydown', (event) => {
    const { ctrlKey, metaKey, altKey, target } = event
    const isWithCtrl = ctrlKey || metaKey
    const key = isWithCtrl ? `Ctrl+${event.key}` : event.key
    if (altKey || event.defaultPrevented) return
    if (!isWithCtrl && shortcutsEnabled.value === 'off') return
    if (document.querySelector('dialog[open]') !== null) return
    if (target instanceof Element && usesKey(target, key)) return
    const isSequence = first !== '' && event.timeStamp - at < SEQUENCE_MS
    const keys = isSequence ? `${first} ${key}` : key
    first = ''
    const all = shortcutGroups.value.flatMap(({ shortcuts }) => shortcuts)
    const shortcut = all.find((one) => one.keys === keys)
    if (shortcut !== undefined) {
      event.preventDefault()
      shortcut.run()
    } else if (all.some((one) => one.keys.startsWith(`${key} `))) {
      first = key
      at = event.timeStamp
    }
  })
}

/** Whether the element itself handles the key. */
function usesKey(element: Element, key: string): boolean {
  if (element.matches('textarea, select, [contenteditable], input:not([type=checkbox], [type=range])'))
    return true
  if (key === ' ' || key === 'Enter') return element.matches('button, a, input, summary')
  return key.startsWith('Arrow') && element.matches('input[type=range], [role=tab]')
}
