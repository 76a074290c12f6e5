import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

interface MenuButtonProps {
  readonly label: string
  /** Shown before the label. */
  readonly icon?: IconName
  /** Whether to show the icon without the label. */
  readonly isIconOnly?: boolean
  /** At most one of the menus with the same name is open. */
  readonly name: string
  /** Renders the content when the menu is opened. @param close closes the menu */
  readonly children: (close: () => void) => ComponentChildren
}

/** A button that opens a menu. Escape or a click elsewhere closes it. */
export function MenuButton({ label, icon, isIconOnly = false, name, children }: MenuButtonProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = menu
      if (current === null || !current.open) return
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      // The path, since the click may have removed its target.
      const isInside = event.composedPath().includes(current)
      if (isEscape && isInside) current.querySelector('summary')?.focus()
      if (isEscape || (event.type === 'click' && !isInside)) current.open = false
    }
    for (const type of ['click', 'keydown']) document.addEventListener(type, close)
    return () => {
      for (const type of ['click', 'keydown']) document.removeEventListener(type, close)
    }
  }, [])
  const close = () => {
    if (menu.current !== null) menu.current.open = false
  }
  return (
    <details
      class="menu"
      ref={menu}
      name={name}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary
        class={isIconOnly ? 'icon-button' : 'button'}
        {...(isIconOnly && { 'aria-label': label, title: label })}
      >
        {icon !== undefined && <Icon name={icon} />}
        {!isIconOnly && label}
        {!isIconOnly && <Icon name="down" size={12} />}
      </summary>
      <div class="menu-content">{isOpen && children(close)}</div>
    </details>
  )
}
