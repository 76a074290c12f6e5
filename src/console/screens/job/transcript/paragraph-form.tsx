import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Utterance } from '../../../../contract/transcript.ts'
import { t } from '../../../languages/language.ts'
import { Button } from '../../../ui/button.tsx'
import { type Draft, isOfOthers } from './draft.ts'
import { wholeText } from './draft-parts.ts'
import { selectedIn, selectIn } from './text-selection.ts'
import type { TranscriptEditor } from './transcript-editor.ts'
import { textOf } from './transcript-words.ts'

interface ParagraphFormProps {
  readonly editor: TranscriptEditor
  /** Called with the second half after it was divided. */
  readonly onDivided: (after: readonly Utterance[]) => void
  /** Called with the position where it was joined to the paragraph before. */
  readonly onJoined: (utterance: Utterance, at: number) => void
  /** Moves to the next paragraph (1) or the one before (-1). */
  readonly onMove: (by: 1 | -1) => void
}

/** A paragraph being edited. It is saved when it loses the focus. */
export function ParagraphForm({ editor, onDivided, onJoined, onMove }: ParagraphFormProps) {
  const draft = editor.draft.value
  const form = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [{ current: element }, { current: own }] = [text, form]
    const opened = editor.draft.peek()
    if (element === null || own === null || opened === null) return undefined
    element.textContent = wholeText(opened.parts)
    element.focus()
    selectIn(element, opened.selected)
    const warn = (event: BeforeUnloadEvent) => {
      if (editor.isChanged) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      // The form is about to be removed, so its paragraph takes the focus.
      if (!own.contains(document.activeElement)) return
      own.closest('.paragraph')?.querySelector<HTMLElement>('.seek-button')?.focus({ preventScroll: true })
    }
  }, [])
  if (draft === null) return null
  const onBeforeInput = (event: InputEvent) => {
    const { current: element } = text
    const isDivision = event.inputType === 'insertParagraph' || event.inputType === 'insertLineBreak'
    if (!isDivision || element === null) return
    event.preventDefault()
    const [at] = selectedIn(element)
    // Text that is typed next goes to the start of the second half.
    const next = at + (/^\s*/.exec(element.textContent.slice(at))?.[0].length ?? 0)
    selectIn(element, [next, next])
    void editor.split(at).then((after) => after.length > 0 && onDivided(after))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, isComposing, shiftKey, ctrlKey, metaKey, altKey, target } = event
    if (isComposing) return
    if (key === 'Escape') editor.cancel()
    if (text.current === null || target !== text.current) return
    if (key === 'Enter' && (ctrlKey || metaKey)) {
      event.preventDefault()
      void editor.save()
    }
    const [from, to] = selectedIn(text.current)
    if (from !== to || shiftKey || ctrlKey || metaKey || altKey) return
    const isAtStart = from === 0
    const isAtEnd = from === text.current.textContent.length
    if (isAtStart && key === 'Backspace') {
      event.preventDefault()
      void editor.join().then((place) => place !== null && onJoined(place.utterance, place.at))
    } else if (isAtStart && (key === 'ArrowUp' || key === 'ArrowLeft')) onMove(-1)
    else if (isAtEnd && (key === 'ArrowDown' || key === 'ArrowRight')) onMove(1)
    else return
    event.preventDefault()
  }
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    const now = editor.draft.peek()
    // Not if only the window has lost the focus.
    const isInside = form.current?.contains((relatedTarget as Element | null) ?? document.activeElement)
    // Another paragraph may already be open.
    if (!isInside && now?.opened === draft.opened && !isOfOthers(now)) void editor.save()
  }
  const { utterance } = draft.parts[0]!
  const texts = t().transcript.form
  return (
    <div ref={form} class="paragraph-form" role="group" aria-label={texts.name} onFocusOut={onFocusOut}>
      <div
        ref={text}
        class="paragraph-text editable"
        contenteditable="plaintext-only"
        role="textbox"
        aria-multiline="true"
        aria-label={texts.text}
        aria-busy={draft.isSaving}
        dir="auto"
        lang={utterance.language}
        onInput={({ currentTarget }) => editor.type(currentTarget.textContent)}
        onBeforeInput={onBeforeInput}
        onKeyDown={onKeyDown}
      />
      <Problem draft={draft} />
      {/* Pressing a button does not take the focus from the text. */}
      <div class="actions" onMouseDown={(event) => event.preventDefault()}>
        <Button class="button primary" disabled={draft.isSaving} onClick={() => void editor.save()}>
          {isOfOthers(draft) ? texts.saveMine : texts.done}
        </Button>
        <Button disabled={draft.isSaving} onClick={() => editor.cancel()}>
          {isOfOthers(draft) ? texts.useTheirs : texts.cancel}
        </Button>
        <span class="hint">{texts.hint}</span>
      </div>
    </div>
  )
}

/** Why the draft was not saved. The typed text is kept. */
function Problem({ draft }: { draft: Draft }) {
  const { error, replaced } = draft
  if (error === null) return null
  const texts = t().transcript.form
  return (
    <div class="failure" role="alert">
      <p>{error.message}</p>
      {isOfOthers(draft) ? (
        <>
          <p>{replaced.length === 0 ? texts.wasRemoved : texts.isNow}</p>
          {replaced.map((one) => (
            <blockquote key={one.start} dir="auto">
              {textOf(one)}
            </blockquote>
          ))}
        </>
      ) : (
        <p>{texts.nothingLost}</p>
      )}
    </div>
  )
}
