/** The URL is the state of every screen: what it shows follows from it, and a link opens the same view. */
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

/** The present view, as {@link navigate} takes it. */
export const view = computed(() => current.value.pathname.slice(BASE.pathname.length) + current.value.search)

/** What is behind the `#` of the URL. */
export const fragment = computed(() => current.value.hash.slice(1))

/** The URL of a screen. @param path below the console's base, such as `jobs/<id>?t=83.2` */
export const href = (path: string): string => new URL(path, BASE).href

/** @param replace whether the back button skips the present view */
export function navigate(path: string, replace = false): void {
  const url = new URL(path, BASE)
  if (url.href === current.value.href) return
  history[replace ? 'replaceState' : 'pushState'](null, '', url)
  if (url.pathname !== current.value.pathname) window.scrollTo(0, 0)
  current.value = url
}

/** Sets parameters of the present view, each once or for every value; an empty value, an empty list or null removes one. */
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

/** How many jobs of the user have ended while nobody saw the page: its title says so. */
export const unseen = signal(0)

/** Names the present view in the window and in the history of the browser. */
export function useTitle(title: string): void {
  const count = unseen.value
  useLayoutEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title} · Scriptorium`
  }, [title, count])
}

/** The element that takes the focus with each view, as with a page that was loaded; the first one keeps the browser's own focus. */
export function useFocusWith(shown: string): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (shown !== before.current) element.current?.focus({ preventScroll: true })
    before.current = shown
  }, [shown])
  return element
}

/** Follows links within the console without loading the page again. Called once. */
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
