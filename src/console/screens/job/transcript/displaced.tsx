import type { Utterance } from '../../../../contract/transcript.ts'
import type { TranscriptActions } from './paragraph.tsx'
import { ParagraphForm } from './paragraph-form.tsx'
import { isSame } from './transcript-changes.ts'
import type { TranscriptEditor } from './transcript-editor.ts'

interface DisplacedProps extends TranscriptActions {
  readonly editor: TranscriptEditor
  readonly utterances: readonly Utterance[]
}

/** What is edited, where somebody else has removed what it is to replace. */
export function Displaced({ editor, utterances, ...actions }: DisplacedProps) {
  const draft = editor.draft.value
  if (draft === null || draft.gap !== null) return null
  const [place] = draft.replaced
  if (place !== undefined && utterances.some((one) => isSame(one, place))) return null
  return (
    <li class="paragraph">
      <ParagraphForm editor={editor} {...actions} />
    </li>
  )
}
