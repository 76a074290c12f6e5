import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'
import { useClosing } from './menu.ts'

interface MenuButtonProps {
  readonly label: ComponentChildren
  /** Before the label. */
  readonly icon?: IconName
  /** Of the menus with one name, one at most is open. */
  readonly name: string
  /** What the menu has, which is made when it is opened. @param close closes it */
  readonly children: (close: () => void) => ComponentChildren
}

/** A button that opens a menu. */
export function MenuButton({ label, icon, name, children }: MenuButtonProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  useClosing(menu)
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
      <summary class="button">
        {icon !== undefined && <Icon name={icon} />}
        {label}
        <Icon name="down" size={12} />
      </summary>
      <div class="menu-content">{isOpen && children(close)}</div>
    </details>
  )
}
