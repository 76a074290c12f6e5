/**
 * The text of a transcript beside its audio. An utterance is one text node, and words are marked by ranges (CSS Custom
 * Highlight): with an element a word, 30,000 words took 0.8 to 1.4 s to be shown, instead of 0.4 to 0.6 s.
 */
import { effect } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Utterance } from '../../../contract/transcript.ts'
import { formatDuration } from '../../formatting.ts'
import { useShortcuts } from '../../shortcuts.ts'
import type { Playback } from './playback.ts'
import { placeWords, type PlacedWord, textOf, wordIndexAt } from './transcript-words.ts'

/** Milliseconds after the user scrolled in which playback does not. */
const SCROLL_PAUSE_MS = 4_000

interface TranscriptViewProps {
  readonly utterances: readonly Utterance[]
  readonly playback: Playback
}

export function TranscriptView({ utterances, playback }: TranscriptViewProps) {
  const list = useRef<HTMLOListElement>(null)
  const words = useMemo(() => placeWords(utterances), [utterances])
  const rows = useMemo(
    () =>
      utterances.map((utterance, index) => (
        <UtteranceRow
          key={index}
          index={index}
          utterance={utterance}
          label={labelOf(utterance, utterances[index - 1])}
          playback={playback}
        />
      )),
    [utterances, playback],
  )
  useEffect(
    () => (list.current === null ? undefined : markWords(list.current, words, playback)),
    [words, playback],
  )
  useShortcuts('Transcript', [
    { keys: 'ArrowDown', label: 'Next utterance', run: () => moveFocus(list.current, 1) },
    { keys: 'ArrowUp', label: 'Previous utterance', run: () => moveFocus(list.current, -1) },
    { keys: 'n', label: 'Next doubtful word', run: () => goToDoubtful(list.current, words, playback) },
  ])
  const onClick = (event: MouseEvent) => {
    if (!(document.getSelection()?.isCollapsed ?? true)) return
    const word = wordAt(event, words)
    if (word === null) return
    playback.seek(word.start)
    playback.play()
  }
  return (
    // By keyboard, the times beside the text are buttons.
    <ol class="transcript" ref={list} onClick={onClick}>
      {rows}
    </ol>
  )
}

interface UtteranceRowProps {
  readonly index: number
  readonly utterance: Utterance
  readonly label: string
  readonly playback: Playback
}

function UtteranceRow({ index, utterance, label, playback }: UtteranceRowProps) {
  const { start, language } = utterance
  const play = () => {
    playback.seek(start)
    playback.play()
  }
  return (
    <li class="utterance">
      <button
        type="button"
        class="utterance-time numeric"
        aria-label={`Play from ${formatDuration(start)}`}
        onClick={play}
      >
        {formatDuration(start)}
      </button>
      <span class="speaker">{label}</span>
      <p data-index={index} dir="auto" lang={language}>
        {textOf(utterance)}
      </p>
    </li>
  )
}

/** Who speaks, where it is someone else than before. */
function labelOf({ speaker, channel }: Utterance, before: Utterance | undefined): string {
  if (before !== undefined && before.speaker === speaker && before.channel === channel) return ''
  if (speaker !== undefined) return `Speaker ${speaker + 1}`
  return channel > 0 || (before?.channel ?? 0) > 0 ? `Channel ${channel + 1}` : ''
}

const paragraphOf = (list: Element, { utterance }: PlacedWord) =>
  list.querySelector<HTMLElement>(`[data-index="${utterance}"]`)

function rangeOf(list: Element, word: PlacedWord): Range | null {
  const text = paragraphOf(list, word)?.firstChild
  if (!(text instanceof Text) || word.to > text.length) return null
  const range = new Range()
  range.setStart(text, word.from)
  range.setEnd(text, word.to)
  return range
}

/** Marks doubtful words, and the one that is spoken. @returns removes the marks */
function markWords(list: Element, words: readonly PlacedWord[], playback: Playback): () => void {
  const texts = [...list.querySelectorAll('[data-index]')].map(({ firstChild }) => firstChild)
  const doubtful = new Highlight()
  for (const { utterance, from, to, isDoubtful } of words) {
    const text = texts[utterance]
    if (!isDoubtful || !(text instanceof Text) || to > text.length) continue
    doubtful.add(
      new StaticRange({ startContainer: text, startOffset: from, endContainer: text, endOffset: to }),
    )
  }
  CSS.highlights.set('doubtful', doubtful)

  let scrolledAt = -Infinity
  const onScroll = () => (scrolledAt = performance.now())
  for (const name of ['wheel', 'touchmove']) window.addEventListener(name, onScroll, { passive: true })
  let shown = -1
  const stop = effect(() => {
    const index = wordIndexAt(words, playback.time.value)
    if (index === shown) return
    shown = index
    const word = words[index]
    const range = word === undefined ? null : rangeOf(list, word)
    CSS.highlights.set('spoken', range === null ? new Highlight() : new Highlight(range))
    if (word === undefined || !playback.isPlaying.peek()) return
    if (performance.now() - scrolledAt > SCROLL_PAUSE_MS) reveal(paragraphOf(list, word))
  })
  return () => {
    stop()
    for (const name of ['wheel', 'touchmove']) window.removeEventListener(name, onScroll)
    CSS.highlights.delete('spoken')
    CSS.highlights.delete('doubtful')
  }
}

/** Scrolls to an utterance that is not in the middle part of the window. */
function reveal(paragraph: HTMLElement | null): void {
  if (paragraph === null) return
  const { top, bottom } = paragraph.getBoundingClientRect()
  if (top < 64 || bottom > window.innerHeight - 120)
    paragraph.scrollIntoView({ block: 'center', behavior: 'smooth' })
}

/** The word that was clicked. */
function wordAt({ clientX, clientY }: MouseEvent, words: readonly PlacedWord[]): PlacedWord | null {
  const caret = document.caretPositionFromPoint(clientX, clientY)
  const paragraph = caret?.offsetNode.parentElement?.closest<HTMLElement>('[data-index]')
  if (caret == null || paragraph == null) return null
  const utterance = Number(paragraph.dataset['index'])
  return words.find((word) => word.utterance === utterance && caret.offset <= word.to) ?? null
}

function moveFocus(list: Element | null, by: number): void {
  const buttons = [...(list?.querySelectorAll<HTMLElement>('.utterance-time') ?? [])]
  const at = buttons.findIndex((button) => button.parentElement?.contains(document.activeElement))
  buttons[at < 0 ? 0 : Math.max(0, Math.min(buttons.length - 1, at + by))]?.focus()
}

function goToDoubtful(list: Element | null, words: readonly PlacedWord[], playback: Playback): void {
  const next = words.slice(wordIndexAt(words, playback.time.value) + 1).find(({ isDoubtful }) => isDoubtful)
  if (next === undefined || list === null) return
  playback.seek(next.start)
  reveal(paragraphOf(list, next))
}
