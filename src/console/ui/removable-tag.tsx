import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import './removable-tag.css'

interface RemovableTagProps {
  /** What its button is called. */
  readonly label: string
  /** Null where it may not be removed. */
  readonly onRemove: (() => void) | null
  readonly children: ComponentChildren
}

/** A tag in a list of tags, with a button that removes it. */
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
