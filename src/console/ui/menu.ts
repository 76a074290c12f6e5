import { useEffect } from 'preact/hooks'

/** Closes the menu by Escape, and by a click elsewhere. */
export function useClosing(menu: { readonly current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = menu
      if (current === null || !current.open) return
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      // Its path, since a click may have removed its target.
      const isInside = event.composedPath().includes(current)
      if (isEscape && isInside) current.querySelector('summary')?.focus()
      if (isEscape || (event.type === 'click' && !isInside)) current.open = false
    }
    for (const type of ['click', 'keydown']) document.addEventListener(type, close)
    return () => {
      for (const type of ['click', 'keydown']) document.removeEventListener(type, close)
    }
  }, [])
}
