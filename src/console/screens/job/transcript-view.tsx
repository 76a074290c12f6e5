/**
 * The text of a transcript beside its audio. An utterance is one text node, and words are marked by ranges (CSS Custom
 * Highlight): with an element a word, 30,000 words took 0.8 to 1.4 s to be shown, instead of 0.4 to 0.6 s.
 */
import { effect } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { formatDuration } from '../../formatting.ts'
import { speakerName } from '../../job-name.ts'
import { useShortcuts } from '../../shortcuts.ts'
import type { Playback } from './playback.ts'
import { placeWords, type PlacedWord, textOf, wordIndexAt } from './transcript-words.ts'

/** Milliseconds after the user scrolled in which playback does not. */
const SCROLL_PAUSE_MS = 4_000

interface TranscriptViewProps {
  readonly utterances: readonly Utterance[]
  readonly details: Job['details']
  readonly playback: Playback
}

export function TranscriptView({ utterances, details, playback }: TranscriptViewProps) {
  const list = useRef<HTMLOListElement>(null)
  const words = useMemo(() => placeWords(utterances), [utterances])
  const rows = useMemo(
    () =>
      utterances.map((utterance, index) => (
        <UtteranceRow
          key={index}
          index={index}
          utterance={utterance}
          label={labelOf(utterance, utterances[index - 1], details)}
          playback={playback}
        />
      )),
    [utterances, details, playback],
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
function labelOf(
  { speaker, channel }: Utterance,
  before: Utterance | undefined,
  details: Job['details'],
): string {
  if (before !== undefined && before.speaker === speaker && before.channel === channel) return ''
  if (speaker !== undefined) return speakerName(details, speaker)
  return channel > 0 || (before?.channel ?? 0) > 0 ? `Channel ${channel + 1}` : ''
}

/** The text of each utterance, by its index. */
const paragraphsOf = (list: Element) => [...list.querySelectorAll<HTMLElement>('[data-index]')]

/** The place of a word; null if the text is not that of the words. */
function rangeOf(
  paragraphs: readonly HTMLElement[],
  { utterance, from, to }: PlacedWord,
): StaticRange | null {
  const text = paragraphs[utterance]?.firstChild
  if (!(text instanceof Text) || to > text.length) return null
  return new StaticRange({ startContainer: text, startOffset: from, endContainer: text, endOffset: to })
}

/** Marks doubtful words, and the one that is spoken. @returns removes the marks */
function markWords(list: Element, words: readonly PlacedWord[], playback: Playback): () => void {
  const paragraphs = paragraphsOf(list)
  const mark = (name: string, marked: readonly PlacedWord[]) => {
    const highlight = new Highlight()
    for (const word of marked) {
      const range = rangeOf(paragraphs, word)
      if (range !== null) highlight.add(range)
    }
    CSS.highlights.set(name, highlight)
  }
  mark(
    'doubtful',
    words.filter(({ isDoubtful }) => isDoubtful),
  )

  let scrolledAt = -Infinity
  const onScroll = () => (scrolledAt = performance.now())
  for (const name of ['wheel', 'touchmove']) window.addEventListener(name, onScroll, { passive: true })
  let shown = -1
  const stop = effect(() => {
    const index = wordIndexAt(words, playback.time.value)
    if (index === shown) return
    shown = index
    const word = words[index]
    mark('spoken', word === undefined ? [] : [word])
    if (word === undefined || !playback.isPlaying.peek()) return
    if (performance.now() - scrolledAt > SCROLL_PAUSE_MS) reveal(paragraphs[word.utterance])
  })
  return () => {
    stop()
    for (const name of ['wheel', 'touchmove']) window.removeEventListener(name, onScroll)
    CSS.highlights.delete('spoken')
    CSS.highlights.delete('doubtful')
  }
}

/** Scrolls to an utterance that is not in the middle part of the window. */
function reveal(paragraph: HTMLElement | undefined): void {
  if (paragraph === undefined) return
  const { top, bottom } = paragraph.getBoundingClientRect()
  if (top >= 64 && bottom <= window.innerHeight - 120) return
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  paragraph.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' })
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
  reveal(paragraphsOf(list)[next.utterance])
}
