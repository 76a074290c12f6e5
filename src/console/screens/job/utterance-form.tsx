import { useLayoutEffect, useRef } from 'preact/hooks'
import { MAX } from '../../../contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import type { EditedJob } from './edited-job.ts'
import { speakerName } from './speaker-name.ts'
import { speakersOf } from './speakers.tsx'
import type { Draft, TranscriptEditor } from './transcript-editor.ts'
import { textOf } from './transcript-words.ts'

/** An utterance while it is edited. */
export function UtteranceForm({ job, editor }: { job: EditedJob; editor: TranscriptEditor }) {
  const draft = editor.draft.value
  const form = useRef<HTMLFormElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const speaker = useRef<HTMLSelectElement>(null)
  useLayoutEffect(() => {
    const element = form.current
    if (draft?.focus === 'speaker') speaker.current?.focus()
    else text.current?.focus()
    const warn = (event: BeforeUnloadEvent) => {
      if (editor.isChanged) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      // It is about to be removed: the focus goes to the utterance. A button that was disabled has lost it already.
      const { activeElement } = document
      if (activeElement === document.body || element?.contains(activeElement))
        element
          ?.closest('.utterance')
          ?.querySelector<HTMLElement>('.seek-button')
          ?.focus({ preventScroll: true })
    }
  }, [])
  if (draft === null) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const isSaved = event.target === text.current || event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !event.shiftKey && isSaved) {
      event.preventDefault()
      void editor.save()
    }
    if (event.key === 'Escape') editor.cancel()
  }
  return (
    <form
      ref={form}
      class="utterance-form"
      aria-label="Utterance"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void editor.save()
      }}
    >
      <textarea
        ref={text}
        class="input"
        dir="auto"
        lang={draft.utterance.language}
        aria-label="Text"
        rows={1}
        maxLength={MAX.utterance}
        readOnly={draft.isSaving}
        value={draft.text}
        onInput={({ currentTarget }) => editor.change({ text: currentTarget.value })}
      />
      <Problem draft={draft} editor={editor} />
      <div class="actions">
        <button type="submit" class="button primary" disabled={draft.isSaving}>
          {draft.isSaving ? 'Saving …' : draft.replaced[0] === draft.utterance ? 'Save' : 'Save mine'}
        </button>
        <Button disabled={draft.isSaving} onClick={() => editor.cancel()}>
          Cancel
        </Button>
        <select
          ref={speaker}
          class="input"
          aria-label="Speaker"
          value={draft.speaker ?? ''}
          onChange={({ currentTarget: { value } }) =>
            editor.change({ speaker: value === '' ? undefined : Number(value) })
          }
        >
          {choicesOf(job, draft).map((one) => (
            <option key={one} value={one ?? ''}>
              {one === undefined ? 'No speaker' : speakerName(job.details.value, one)}
            </option>
          ))}
        </select>
        <Button
          disabled={draft.isSaving}
          title="Divides the utterance where the cursor is"
          onClick={() => void editor.split(text.current?.selectionStart ?? 0)}
        >
          Split
        </Button>
        <Button disabled={draft.isSaving || editor.next === undefined} onClick={() => void editor.merge()}>
          Merge with the next
        </Button>
      </div>
    </form>
  )
}

/** Why it was not saved. What was typed stays. */
function Problem({
  draft: { error, replaced, utterance },
  editor,
}: {
  draft: Draft
  editor: TranscriptEditor
}) {
  if (error === null) return null
  return (
    <div class="failure" role="alert">
      <p>{error.message}</p>
      {replaced[0] === utterance ? (
        <p>Nothing that you typed is lost: save again.</p>
      ) : (
        <>
          <p>{replaced.length === 0 ? 'The utterance was removed.' : 'It is now:'}</p>
          {replaced.map((one) => (
            <blockquote key={one.start} dir="auto">
              {textOf(one)}
            </blockquote>
          ))}
          <div class="actions">
            <Button onClick={() => editor.cancel()}>Use theirs</Button>
          </div>
        </>
      )}
    </div>
  )
}

/** The speakers there are and a new one; none where an utterance has none. */
function choicesOf({ utterances }: EditedJob, { speaker }: Draft): readonly (number | undefined)[] {
  const speakers = speakersOf(utterances.value)
  const mayBeNone = speaker === undefined || utterances.value.some((one) => one.speaker === undefined)
  const fresh = (speakers.at(-1) ?? -1) + 1
  return [...(mayBeNone ? [undefined] : []), ...speakers, ...(fresh < MAX.speakers ? [fresh] : [])]
}
