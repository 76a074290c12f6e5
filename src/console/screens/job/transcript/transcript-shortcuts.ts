/** Keyboard shortcuts of a transcript. */
import type { RefObject } from 'preact'
import type { Utterance } from '../../../../contract/transcript.ts'
import { announce } from '../../../announce.ts'
import { t } from '../../../languages/language.ts'
import { useShortcuts } from '../../../shortcuts.ts'
import type { Playback } from '../playback.ts'
import type { TranscriptActions } from './paragraph.tsx'
import { focusedPlace, focusParagraphOf, moveFocus } from './transcript-actions.ts'
import type { TranscriptEditor } from './transcript-editor.ts'
import { reveal } from './transcript-highlights.ts'
import { spansOf, type TranscriptItem } from './transcript-items.ts'
import { type PlacedWord, textOf, wordIndexAt } from './transcript-words.ts'

interface Shown {
  readonly list: RefObject<HTMLElement | null>
  readonly editor: TranscriptEditor | null
  readonly utterances: readonly Utterance[]
  readonly items: readonly TranscriptItem[]
  readonly words: readonly PlacedWord[]
  readonly playback: Playback
  readonly actions: TranscriptActions
}

export function useTranscriptShortcuts(shown: Shown): void {
  const { list, editor, utterances, items, words, playback, actions } = shown
  const wordIndex = () => wordIndexAt(words, playback.time.value)
  /** The focused paragraph, or else the spoken one. */
  const chosen = () => {
    const own = focusedPlace()?.querySelector<HTMLElement>('[data-index]')?.dataset['index']
    const index = own === undefined ? (words[wordIndex()]?.utterance ?? 0) : Number(own)
    return spansOf(items).find(([first, last]) => first <= index && index <= last)
  }
  const edit = () => {
    const focused = focusedPlace()
    if (focused?.matches('.gap')) focused.querySelector<HTMLElement>('.link-button')?.click()
    else {
      const span = chosen()
      if (span !== undefined) actions.onEdit(span)
    }
  }
  const showSpeaker = () => {
    const span = chosen()
    const text = list.current?.querySelector(`[data-index="${span?.[0]}"]`)
    const button = text?.closest('.paragraph')?.querySelector('.speaker-button')
    if (span !== undefined && button != null) actions.onSpeaker(span, button)
  }
  const goToDoubtful = () => {
    const next = words.slice(wordIndex() + 1).find(({ isDoubtful }) => isDoubtful)
    const utterance = utterances[next?.utterance ?? -1]
    if (next === undefined || utterance === undefined || list.current === null) return
    playback.seek(next.start)
    reveal(list.current, next)
    focusParagraphOf(list.current, next.utterance)
    announce(textOf(utterance).slice(next.from, next.to))
  }
  const { title, find, keys } = t().transcript
  useShortcuts(title, [
    { keys: '/', label: find, run: () => document.getElementById('find')?.focus() },
    { keys: 'ArrowDown', label: keys.next, run: () => moveFocus(list.current, 1) },
    { keys: 'ArrowUp', label: keys.previous, run: () => moveFocus(list.current, -1) },
    { keys: 'n', label: keys.doubtful, run: goToDoubtful },
    ...(editor === null
      ? []
      : [
          { keys: 'e', label: keys.edit, run: edit },
          { keys: 's', label: keys.speaker, run: showSpeaker },
          { keys: 'r', label: keys.replace, run: () => document.getElementById('replacing')?.click() },
        ]),
  ])
}
