import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import './pages.css'

interface PagesProps {
  /** Accessible name of the group. */
  readonly label: string
  readonly newer: string
  readonly older: string
  /** Null if there is no such page. */
  readonly onNewer: (() => void) | null
  readonly onOlder: (() => void) | null
  /** The current range of the list. */
  readonly children?: ComponentChildren
}

/** Buttons to the other pages of a list. */
export function Pages({ label, newer, older, onNewer, onOlder, children }: PagesProps) {
  return (
    <nav class="pages" aria-label={label}>
      {children}
      <Button disabled={onNewer === null} onClick={() => onNewer?.()}>
        <Icon name="back" />
        {newer}
      </Button>
      <Button disabled={onOlder === null} onClick={() => onOlder?.()}>
        {older}
        <Icon name="forward" />
      </Button>
    </nav>
  )
}
