/** Actions on paragraphs: by buttons, pointer and keys. */
import { type RefObject } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import type { UnrecognisedSpan } from '../../../../contract/result.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import type { ParagraphSpan } from '../../../../text/paragraphs.ts'
import type { EditedJob } from '../edited-job.ts'
import type { Playback } from '../playback.ts'
import type { TranscriptActions } from './paragraph.tsx'
import type { PanelTarget } from './speaker-panel.tsx'
import type { Selected } from './draft.ts'
import { partsOf, wholeText } from './draft-parts.ts'
import { selectedIn } from './text-selection.ts'
import { isSame } from './transcript-changes.ts'
import type { TranscriptEditor } from './transcript-editor.ts'
import { wordAt } from './transcript-highlights.ts'
import { itemsOf, spansOf, type TranscriptItem } from './transcript-items.ts'
import type { PlacedWord } from './transcript-words.ts'

interface Shown {
  readonly job: EditedJob
  readonly editor: TranscriptEditor | null
  readonly utterances: readonly Utterance[]
  readonly unrecognised: readonly UnrecognisedSpan[]
  readonly items: readonly TranscriptItem[]
  readonly words: readonly PlacedWord[]
  readonly playback: Playback
}

type Pointer = (event: MouseEvent) => void

interface Handlers extends TranscriptActions {
  readonly onPointerDown: Pointer
  readonly onClick: Pointer
  readonly onDblClick: Pointer
}

/** Stable as long as the editor is the same. @param show opens the panel for a speaker */
export function useTranscriptActions(
  list: RefObject<HTMLElement | null>,
  shown: Shown,
  show: (target: PanelTarget) => void,
): Handlers {
  const latest = useRef(shown)
  latest.current = shown
  return useMemo((): Handlers => {
    const { editor, job, playback } = shown
    let wasEditing = false
    let wasPaused = false
    const open = (span: ParagraphSpan, selected?: Selected) =>
      void editor?.open(latest.current.utterances.slice(span[0], span[1] + 1), selected)
    /** Opens the paragraph of an utterance. @param at position of the caret in the text of the utterance */
    const openOf = (utterance: Utterance, at: number) => {
      // These may be newer than what is shown.
      const { value } = job.utterances
      const index = value.indexOf(utterance)
      const spans = spansOf(itemsOf(value, latest.current.unrecognised))
      const span = spans.find(([first, last]) => first <= index && index <= last)
      if (span === undefined) return
      const own = value.slice(span[0], span[1] + 1)
      const before = wholeText(partsOf(own).slice(0, index - span[0])).length
      void editor?.open(own, [before + at, before + at])
    }
    /** @returns whether a paragraph at the pointer was opened */
    const openAt = ({ target }: MouseEvent): boolean => {
      const text = target instanceof Element ? target.closest('.paragraph-text:not(.editable)') : null
      const first = Number(text?.querySelector<HTMLElement>('[data-index]')?.dataset['index'])
      const span = spansOf(latest.current.items).find((one) => one[0] === first)
      if (editor === null || text === null || span === undefined) return false
      open(span, selectedIn(text))
      return true
    }
    return {
      onSpeaker: (span, button) => {
        const own = latest.current.utterances.slice(span[0], span[1] + 1)
        show({ what: 'paragraph', utterances: own, anchor: () => button })
      },
      onEdit: open,
      onDivided: (after) => {
        const index = job.utterances.value.findIndex((one) => isSame(one, after[0]!))
        const anchor = () => list.current?.querySelector(`[data-index="${index}"]`) ?? null
        const goOn = () => {
          const [{ channel, start }] = after as [Utterance]
          const next = job.utterances.value.find((one) => one.channel === channel && one.start === start)
          if (next !== undefined && !editor?.isOpen.value) openOf(next, 0)
        }
        show({ what: 'rest', utterances: after, anchor, goOn })
      },
      onJoined: openOf,
      onMove: (by) => {
        const place = editor?.place.value
        const { items, utterances } = latest.current
        const at = items.findIndex(({ span, gap }) =>
          span === undefined
            ? gap === editor?.gap.value
            : place !== undefined && utterances.slice(span[0], span[1] + 1).some((one) => isSame(one, place)),
        )
        const rest = by > 0 ? items.slice(at + 1) : items.slice(0, Math.max(0, at)).toReversed()
        const [span] = spansOf(rest)
        if (span !== undefined) open(span, by > 0 ? [0, 0] : undefined)
      },
      onPointerDown: () => (wasEditing = editor?.isOpen.peek() ?? false),
      // A click plays. While a paragraph is edited, it moves the caret there instead, as in any text editor.
      onClick: (event) => {
        if (event.detail > 1) return
        if (wasEditing && openAt(event)) return
        if (!(document.getSelection()?.isCollapsed ?? true)) return
        const word = wordAt(event, latest.current.words)
        if (word === null) return
        wasPaused = !playback.isPlaying.peek()
        playback.seek(word.start)
        playback.play()
      },
      onDblClick: (event) => {
        // Undoes what the first of the two clicks started.
        if (openAt(event) && wasPaused) playback.pause()
      },
    }
  }, [shown.editor, shown.job, shown.playback])
}

/** The paragraphs that the arrow keys move between, by focusing their first buttons. */
const placesIn = (list: Element) => [...list.querySelectorAll<HTMLElement>('.paragraph')]

const focusOn = (place: Element | null | undefined) =>
  place?.querySelector<HTMLElement>('.seek-button')?.focus()

/** The focused paragraph. */
export const focusedPlace = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('.transcript > .paragraph') ?? null

/** @param by 1 for the next paragraph, -1 for the one before */
export function moveFocus(list: Element | null, by: 1 | -1): void {
  if (list === null) return
  const places = placesIn(list)
  const focused = focusedPlace()
  const at = focused === null ? -1 : places.indexOf(focused)
  focusOn(places[at < 0 ? 0 : Math.max(0, Math.min(places.length - 1, at + by))])
}

/** @param index of an utterance */
export const focusParagraphOf = (list: Element, index: number): void =>
  list
    .querySelector(`[data-index="${index}"]`)
    ?.closest('.paragraph')
    ?.querySelector<HTMLElement>('.seek-button')
    ?.focus({ preventScroll: true })
