import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface PopoverProps {
  /** What it is called. */
  readonly label: string
  /** What it is shown at, once it is drawn. */
  readonly anchor: () => Element | null
  /** Called when it was closed: by Escape, by a click elsewhere, or by {@link closePopover}. */
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** Pixels between it and the edge of the window. */
const MARGIN = 8

/** A small dialog beside an element, above all else, shown as long as it is rendered. It scrolls with the page. */
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
      // Its keys are no shortcuts of the screen.
      onKeyDown={(event) => event.stopPropagation()}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose()
      }}
    >
      {children}
    </div>
  )
}

/** Closes the popover that an element is in: the focus returns to where it was before. */
export function closePopover(inside: Element | null): void {
  inside?.closest<HTMLElement>('.popover')?.hidePopover()
}
