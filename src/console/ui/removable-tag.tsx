import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import './removable-tag.css'

interface RemovableTagProps {
  /** Accessible name of its button. */
  readonly label: string
  /** Null if it cannot be removed. */
  readonly onRemove: (() => void) | null
  readonly children: ComponentChildren
}

/** A tag in a list, with a button to remove it. */
export function RemovableTag({ label, onRemove, children }: RemovableTagProps) {
  return (
    <li class={onRemove === null ? 'tag' : 'tag removable'}>
      {children}
      {onRemove !== null && (
        <button type="button" aria-label={label} onClick={onRemove}>
          <Icon name="close" size={12} />
        </button>
      )}
    </li>
  )
}
