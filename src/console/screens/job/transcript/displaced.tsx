import type { Utterance } from '../../../../contract/transcript.ts'
import type { TranscriptActions } from './paragraph.tsx'
import { ParagraphForm } from './paragraph-form.tsx'
import { isSame } from './transcript-changes.ts'
import type { TranscriptEditor } from './transcript-editor.ts'
import type { TranscriptItem } from './transcript-items.ts'

interface DisplacedProps extends TranscriptActions {
  readonly editor: TranscriptEditor
  readonly utterances: readonly Utterance[]
  readonly items: readonly TranscriptItem[]
}

/** The draft, if the utterances that it replaces are no longer shown. */
export function Displaced({ editor, utterances, items, ...actions }: DisplacedProps) {
  const draft = editor.draft.value
  if (draft === null) return null
  if (items.some(({ gap }) => gap !== undefined && gap === draft.gap)) return null
  const [place] = draft.replaced
  if (place !== undefined && utterances.some((one) => isSame(one, place))) return null
  return (
    <li class="paragraph">
      <ParagraphForm editor={editor} {...actions} />
    </li>
  )
}
