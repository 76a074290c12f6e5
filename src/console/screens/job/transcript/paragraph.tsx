import { computed } from '@preact/signals'
import { Fragment } from 'preact'
import { useMemo } from 'preact/hooks'
import type { UnrecognisedSpan } from '../../../../contract/result.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../../../contract/unspaced-scripts.ts'
import type { ParagraphSpan } from '../../../../text/paragraphs.ts'
import { formatDuration } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { Button } from '../../../ui/button.tsx'
import type { EditedJob } from '../edited-job.ts'
import type { Playback } from '../playback.ts'
import { SeekButton } from '../seek-button.tsx'
import { ParagraphForm } from './paragraph-form.tsx'
import { copyQuote, wholePlaces } from './quote.ts'
import { speakerColour, speakerName } from './speaker-name.ts'
import { isSame } from './transcript-changes.ts'
import type { TranscriptEditor } from './transcript-editor.ts'
import { textOf } from './transcript-words.ts'

/** Callbacks of the parts of a transcript. */
export interface TranscriptActions {
  /** Opens the panel for the speaker and the paragraph. */
  readonly onSpeaker: (span: ParagraphSpan, anchor: Element) => void
  readonly onEdit: (span: ParagraphSpan) => void
  readonly onDivided: (after: readonly Utterance[]) => void
  readonly onJoined: (utterance: Utterance, at: number) => void
  /** Edits the paragraph after the current one (1), or before it (-1). */
  readonly onMove: (by: 1 | -1) => void
}

interface ItemProps {
  readonly job: EditedJob
  readonly utterances: readonly Utterance[]
  /** Null if it cannot be edited. */
  readonly editor: TranscriptEditor | null
  readonly playback: Playback
  readonly actions: TranscriptActions
}

/** Consecutive utterances of one speaker: the speaker, the start, and the texts, each of which is one text node. */
export function Paragraph({ span, ...props }: ItemProps & { readonly span: ParagraphSpan }) {
  const { job, utterances, editor, playback, actions } = props
  const [first, last] = span
  const own = utterances.slice(first, last + 1)
  const { start, speaker } = own[0]!
  const isEdited = useMemo(
    () =>
      computed(() => {
        const place = editor?.place.value
        return place !== undefined && own.some((one) => isSame(place, one))
      }),
    // Only the paragraphs whose value changes are rendered again.
    [editor, utterances, first, last],
  ).value
  return (
    <li
      class="paragraph"
      dir="auto"
      style={speaker === undefined ? undefined : { '--speaker': speakerColour(speaker) }}
    >
      <div class="paragraph-head">
        <h3 class="speaker">
          <Button
            class="speaker-button"
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => actions.onSpeaker(span, currentTarget)}
          >
            <WhoSpeaks {...props} first={first} />
          </Button>
        </h3>
        <SeekButton time={start} playback={playback} />
        {editor !== null && (
          <Button
            class="paragraph-button edit"
            aria-label={t().transcript.editAt(formatDuration(start))}
            onClick={() => actions.onEdit(span)}
          />
        )}
        <Button
          class="paragraph-button quote"
          title={t().transcript.panel.quote}
          aria-label={t().transcript.quoteAt(formatDuration(start))}
          onClick={() => void copyQuote(job, utterances, wholePlaces(utterances, span))}
        />
      </div>
      {/* Hidden while it is edited, since its words are still marked. */}
      <p class="paragraph-text" hidden={isEdited}>
        {own.map((utterance, i) => (
          <Fragment key={i}>
            {i > 0 && !isWrittenWithoutSpaces(utterance.language) && ' '}
            <span data-index={first + i} lang={utterance.language}>
              {textOf(utterance)}
            </span>
          </Fragment>
        ))}
      </p>
      {isEdited && editor !== null && <ParagraphForm editor={editor} {...actions} />}
    </li>
  )
}

/** The name of the speaker, or the channel; without either, the purpose of the button. */
function WhoSpeaks({ job, utterances, first }: ItemProps & { readonly first: number }) {
  const { speaker, channel } = utterances[first]!
  if (speaker !== undefined) return <bdi>{speakerName(job.details.value, speaker)}</bdi>
  if (utterances.some((one) => one.channel > 0)) return t().transcript.channel(channel + 1)
  return <span class="more" role="img" aria-label={t().transcript.more} />
}

/** Speech without words, where it was said: the user can play it, and type what was said. */
export function Gap({ gap, editor, playback, actions }: ItemProps & { readonly gap: UnrecognisedSpan }) {
  const { start, end } = gap
  const texts = t().transcript
  if (editor?.gap.value === gap)
    return (
      <li class="paragraph">
        <ParagraphForm editor={editor} {...actions} />
      </li>
    )
  return (
    <li class="paragraph gap">
      <SeekButton time={start} playback={playback} />
      <span>{texts.withoutWords(Math.max(1, Math.round(end - start)))}</span>
      {editor !== null && (
        <Button class="link-button" onClick={() => void editor.openGap(gap)}>
          {texts.typeIt}
        </Button>
      )}
    </li>
  )
}
