/** The URL is the state of every screen: a link opens the same view. */
import { computed, signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Base of the console's pages: the bundle is in `assets/` below it. */
const BASE = new URL('..', import.meta.url)

const current = signal(new URL(window.location.href))

/** The path below the console's base, such as `['jobs', '<id>']`. */
export const segments = computed(() =>
  current.value.pathname
    .slice(BASE.pathname.length)
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeURIComponent),
)

/** The parameters of the URL. */
export const parameters = computed(() => current.value.searchParams)

/** The current view, as {@link navigate} takes it. */
export const view = computed(() => current.value.pathname.slice(BASE.pathname.length) + current.value.search)

/** The part of the URL after `#`. */
export const fragment = computed(() => current.value.hash.slice(1))

/** The URL of a screen. @param path below the console's base, such as `jobs/<id>?t=83.2` */
export const href = (path: string): string => new URL(path, BASE).href

/** @param replace whether the back button skips the current view */
export function navigate(path: string, replace = false): void {
  const url = new URL(path, BASE)
  if (url.href === current.value.href) return
  history[replace ? 'replaceState' : 'pushState'](null, '', url)
  if (url.pathname !== current.value.pathname) window.scrollTo(0, 0)
  current.value = url
}

/** Sets parameters of the current view, once or for each value of a list; an empty value, an empty list or null removes one. */
export function setParameters(
  changes: Readonly<Record<string, string | readonly string[] | null>>,
  { replace = false }: { replace?: boolean } = {},
): void {
  const url = new URL(current.value)
  for (const [name, value] of Object.entries(changes)) {
    url.searchParams.delete(name)
    for (const one of [value ?? []].flat()) if (one !== '') url.searchParams.append(name, one)
  }
  navigate(url.href, replace)
}

/** How many jobs of the user have ended while the page was hidden. The page title shows it. */
export const unseen = signal(0)

/** Sets the title of the current view, for the window and the browser history. */
export function useTitle(title: string): void {
  const count = unseen.value
  useLayoutEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title} · Scriptorium`
  }, [title, count])
}

/** The element to focus in each new view, as a page load does. The first view keeps the browser's own focus. */
export function useFocusWith(shown: string): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (shown !== before.current) element.current?.focus({ preventScroll: true })
    before.current = shown
  }, [shown])
  return element
}

/** Follows links within the console without reloading the page. Called once. */
export function followLinks(): void {
  window.addEventListener('popstate', () => (current.value = new URL(window.location.href)))
  document.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
    if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || defaultPrevented) return
    const link = target instanceof Element ? target.closest('a') : null
    if (link === null || link.target !== '' || link.hasAttribute('download')) return
    if (!link.href.startsWith(BASE.href) || link.hash !== '') return
    event.preventDefault()
    navigate(link.href)
  })
}
