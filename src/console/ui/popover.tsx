import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface PopoverProps {
  /** Its accessible name. */
  readonly label: string
  /** The element to show it at, once it is rendered. */
  readonly anchor: () => Element | null
  /** Called when it is closed by Escape, by a click elsewhere, or by {@link closePopover}. */
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** Minimum distance from the edge of the window, in pixels. */
const MARGIN = 8

/** A small dialog next to an element, on top of everything else, open while it is rendered. It scrolls with the page. */
export function Popover({ label, anchor, onClose, children }: PopoverProps) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    const place = anchor()?.getClientRects()[0]
    if (current === null) return
    current.showPopover()
    if (!current.contains(document.activeElement)) current.focus()
    const { clientWidth, clientHeight } = document.documentElement
    const within = (at: number, size: number, room: number) =>
      Math.max(MARGIN, Math.min(at, room - size - MARGIN))
    const left = within(place?.left ?? 0, current.offsetWidth, clientWidth)
    const top = within((place?.bottom ?? 0) + 4, current.offsetHeight, clientHeight)
    current.style.left = `${left + window.scrollX}px`
    current.style.top = `${top + window.scrollY}px`
  }, [])
  return (
    <div
      ref={element}
      class="popover"
      popover="auto"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      // Keys in it do not trigger shortcuts of the screen.
      onKeyDown={(event) => event.stopPropagation()}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose()
      }}
    >
      {children}
    </div>
  )
}

/** Closes the popover around an element. The focus returns to where it was before. */
export function closePopover(inside: Element | null): void {
  inside?.closest<HTMLElement>('.popover')?.hidePopover()
}
