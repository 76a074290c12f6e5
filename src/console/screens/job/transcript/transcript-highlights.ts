/** Highlights in the text of a transcript, by ranges (CSS Custom Highlight), and scrolling to them. */
import { effect } from '@preact/signals'
import type { Playback } from '../playback.ts'
import type { Match } from './transcript-matches.ts'
import { type PlacedWord, wordIndexAt } from './transcript-words.ts'

/** Milliseconds after the user scrolls in which playback does not scroll. */
const SCROLL_PAUSE_MS = 4_000

/** Up to this many places are all marked. Of more, only those up to a window's height away are, after this delay in milliseconds. */
const MANY = 200
const MARK_MS = 100

/** Priorities of overlapping marks. Others have priority 0. */
const PRIORITIES: Readonly<Record<string, number>> = { 'spoken-utterance': -1, spoken: 1, 'current-match': 2 }

/** The text of each utterance, by its index. */
export function textsOf(list: Element): ReadonlyMap<number, Text> {
  const paragraphs = [...list.querySelectorAll<HTMLElement>('[data-index]')]
  return new Map(
    paragraphs.flatMap(({ dataset, firstChild }) =>
      firstChild instanceof Text ? [[Number(dataset['index']), firstChild] as const] : [],
    ),
  )
}

/** The boundaries of a place; null if it is not in the text. */
function boundaryOf(
  texts: ReadonlyMap<number, Text>,
  { utterance, from, to }: Match,
): StaticRangeInit | null {
  const text = texts.get(utterance)
  if (text === undefined || to > text.length) return null
  return { startContainer: text, startOffset: from, endContainer: text, endOffset: to }
}

function mark(name: string, texts: ReadonlyMap<number, Text>, places: readonly Match[]): void {
  const highlight = new Highlight()
  highlight.priority = PRIORITIES[name] ?? 0
  for (const place of places) {
    const boundary = boundaryOf(texts, place)
    if (boundary !== null) highlight.add(new StaticRange(boundary))
  }
  CSS.highlights.set(name, highlight)
}

function markUtterance(texts: ReadonlyMap<number, Text>, utterance: number | undefined): void {
  const { length } = texts.get(utterance ?? -1) ?? ''
  mark('spoken-utterance', texts, utterance === undefined ? [] : [{ utterance, from: 0, to: length }])
}

/**
 * Marks many places. Whenever any mark changes, such as that of the spoken word, the browser recomputes the positions of all of them,
 * at 40 µs each. So if there are many, only those near the window are marked. @returns a function that removes the marks
 */
function markMany(
  list: Element,
  name: string,
  texts: ReadonlyMap<number, Text>,
  places: readonly Match[],
): () => void {
  const remove = () => CSS.highlights.delete(name)
  if (places.length <= MANY) {
    mark(name, texts, places)
    return remove
  }
  const byUtterance = Map.groupBy(places, ({ utterance }) => utterance)
  const near = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const markNear = () => {
    timer = undefined
    const marked = [...near].flatMap((index) => byUtterance.get(index) ?? [])
    mark(name, texts, marked)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const index = Number((target as HTMLElement).dataset['index'])
        if (isIntersecting) near.add(index)
        else near.delete(index)
      }
      timer ??= setTimeout(markNear, MARK_MS)
    },
    { rootMargin: '100%' },
  )
  for (const paragraph of list.querySelectorAll('[data-index]')) observer.observe(paragraph)
  return () => {
    observer.disconnect()
    clearTimeout(timer)
    remove()
  }
}

/** Marks matches of a search, one of them as the current one. @returns a function that removes the marks */
export function markMatches(
  list: Element,
  matches: readonly Match[],
  current: Match | undefined,
): () => void {
  const texts = textsOf(list)
  const removeMatches = markMany(list, 'match', texts, matches)
  mark('current-match', texts, current === undefined ? [] : [current])
  return () => {
    removeMatches()
    CSS.highlights.delete('current-match')
  }
}

/** Marks uncertain words, and the spoken word and utterance. @returns a function that removes the marks */
export function markWords(list: Element, words: readonly PlacedWord[], playback: Playback): () => void {
  const texts = textsOf(list)
  const doubtful = words.filter(({ isDoubtful }) => isDoubtful)
  const removeDoubtful = markMany(list, 'doubtful', texts, doubtful)
  let scrolledAt = -Infinity
  const onScroll = () => (scrolledAt = performance.now())
  for (const name of ['wheel', 'touchmove']) window.addEventListener(name, onScroll, { passive: true })
  let shown = -1
  let shownUtterance: number | undefined
  const stop = effect(() => {
    const index = wordIndexAt(words, playback.time.value)
    if (index === shown) return
    shown = index
    const word = words[index]
    mark('spoken', texts, word === undefined ? [] : [word])
    if (word?.utterance !== shownUtterance) {
      shownUtterance = word?.utterance
      markUtterance(texts, shownUtterance)
    }
    if (word === undefined || !playback.isPlaying.peek()) return
    if (performance.now() - scrolledAt > SCROLL_PAUSE_MS) revealIn(texts, word)
  })
  return () => {
    stop()
    for (const name of ['wheel', 'touchmove']) window.removeEventListener(name, onScroll)
    CSS.highlights.delete('spoken')
    CSS.highlights.delete('spoken-utterance')
    removeDoubtful()
  }
}

/** Scrolls to a place unless it is in the middle part of the window. */
export function reveal(list: Element, place: Match): void {
  revealIn(textsOf(list), place)
}

function revealIn(texts: ReadonlyMap<number, Text>, place: Match): void {
  const boundary = boundaryOf(texts, place)
  if (boundary === null) return
  const range = document.createRange()
  range.setStart(boundary.startContainer, boundary.startOffset)
  range.setEnd(boundary.endContainer, boundary.endOffset)
  const { top, bottom } = range.getBoundingClientRect()
  const covered = document.querySelector('.transcript-toolbar')?.getBoundingClientRect().bottom ?? 0
  const end = document.querySelector('.player')?.getBoundingClientRect().top ?? window.innerHeight
  if (top >= covered && bottom <= end) return
  const by = top - window.innerHeight / 3
  const isNear = Math.abs(by) < 2 * window.innerHeight
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollBy({ top: by, behavior: isNear && !isStill ? 'smooth' : 'auto' })
  // Until then, the heights of distant paragraphs are estimates.
  if (!isNear) requestAnimationFrame(() => revealIn(texts, place))
}

/** The word at the pointer. */
export function wordAt({ clientX, clientY }: MouseEvent, words: readonly PlacedWord[]): PlacedWord | null {
  const caret = document.caretPositionFromPoint(clientX, clientY)
  const paragraph = caret?.offsetNode.parentElement?.closest<HTMLElement>('[data-index]')
  if (caret == null || paragraph == null) return null
  const utterance = Number(paragraph.dataset['index'])
  return words.find((word) => word.utterance === utterance && caret.offset <= word.to) ?? null
}

/** Milliseconds after scrolling in which the text ignores the pointer. */
const SCROLL_END_MS = 100

/**
 * Keeps scrolling smooth while the pointer is over the text: with 30,000 words, hit testing took 50 ms per frame.
 * @returns a function that stops it
 */
export function ignorePointerWhileScrolling(list: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onScroll = () => {
    if (timer === undefined) list.dataset['scrolling'] = 'true'
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      delete list.dataset['scrolling']
    }, SCROLL_END_MS)
  }
  window.addEventListener('scroll', onScroll, { passive: true })
  return () => {
    clearTimeout(timer)
    window.removeEventListener('scroll', onScroll)
  }
}
