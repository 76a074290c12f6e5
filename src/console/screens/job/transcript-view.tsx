/**
 * The text of a transcript in paragraphs, beside its audio. An utterance is one text node, and words are marked by ranges (CSS Custom
 * Highlight): with an element a word, 30,000 words took 0.8 to 1.4 s to be shown, instead of 0.4 to 0.6 s.
 */
import { useComputed } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Utterance } from '../../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import { paragraphSpans, type ParagraphSpan } from '../../../text/paragraphs.ts'
import { announce } from '../../announce.ts'
import { formatDuration } from '../../formatting.ts'
import { parameters, setParameters } from '../../router.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { type EditedJob, isSame } from './edited-job.ts'
import type { Playback } from './playback.ts'
import { SeekButton } from './seek-button.tsx'
import { SelectedPart } from './selected-part.tsx'
import { SpeakerList, SpeakerName } from './speakers.tsx'
import type { TranscriptEditor } from './transcript-editor.ts'
import { ignorePointerWhileScrolling, markWords, reveal, wordAt } from './transcript-highlights.ts'
import { TranscriptSearch, useSearch } from './transcript-search.tsx'
import { placeWords, textOf, wordIndexAt } from './transcript-words.ts'
import { UtteranceForm } from './utterance-form.tsx'

interface TranscriptViewProps {
  readonly job: EditedJob
  readonly utterances: readonly Utterance[]
  /** Null where they cannot be edited. */
  readonly editor: TranscriptEditor | null
  readonly playback: Playback
}

export function TranscriptView({ job, utterances, editor, playback }: TranscriptViewProps) {
  const list = useRef<HTMLOListElement>(null)
  const words = useMemo(() => placeWords(utterances), [utterances])
  const hasSpeakers = utterances.some(({ speaker, channel }) => speaker !== undefined || channel > 0)
  const search = useSearch(list, utterances, words, {
    query: parameters.value.get('q') ?? '',
    time: parameters.value.get('t'),
  })
  const edited = editor?.place.value === undefined ? -1 : utterances.findIndex((one) => isAt(editor, one))
  const rows = useMemo(
    () =>
      paragraphSpans(utterances).map((span) => (
        <Paragraph
          key={span[0]}
          span={span}
          utterances={utterances}
          job={job}
          editor={editor}
          playback={playback}
        />
      )),
    [utterances, job, editor, playback],
  )
  useEffect(
    () => (list.current === null ? undefined : markWords(list.current, words, playback)),
    [words, playback],
  )
  useEffect(() => (list.current === null ? undefined : ignorePointerWhileScrolling(list.current)), [])
  const wordIndex = () => wordIndexAt(words, playback.time.value)
  const edit = (focus: 'text' | 'speaker') => {
    const index = focusedIndex(list.current) ?? words[wordIndex()]?.utterance ?? 0
    const utterance = utterances[index]
    if (utterance !== undefined) void editor?.open(utterance, focus)
  }
  const goToDoubtful = () => {
    const next = words.slice(wordIndex() + 1).find(({ isDoubtful }) => isDoubtful)
    if (next === undefined || list.current === null) return
    playback.seek(next.start)
    reveal(list.current, next)
    timesOf(list.current)[next.utterance]?.focus({ preventScroll: true })
    const utterance = utterances[next.utterance]
    if (utterance !== undefined) announce(textOf(utterance).slice(next.from, next.to))
  }
  useShortcuts('Transcript', [
    { keys: '/', label: 'Find in the transcript', run: () => document.getElementById('find')?.focus() },
    { keys: 'ArrowDown', label: 'Next utterance', run: () => moveFocus(list.current, 1) },
    { keys: 'ArrowUp', label: 'Previous utterance', run: () => moveFocus(list.current, -1) },
    { keys: 'n', label: 'Next doubtful word', run: goToDoubtful },
    ...(editor === null
      ? []
      : [
          { keys: 'e', label: 'Edit the utterance', run: () => edit('text') },
          { keys: 's', label: 'Change its speaker', run: () => edit('speaker') },
        ]),
  ])
  const onClick = (event: MouseEvent) => {
    if (!(document.getSelection()?.isCollapsed ?? true)) return
    const word = wordAt(event, words)
    if (word === null) return
    playback.seek(word.start)
    playback.play()
  }
  return (
    <>
      <div class="transcript-toolbar">
        <TranscriptSearch search={search} onQuery={(q) => setParameters({ q, t: null }, { replace: true })} />
        {editor !== null && <SelectedPart job={job} list={list} words={words} />}
      </div>
      <div class="transcript-columns">
        <SpeakerList job={job} utterances={utterances} />
        {/* By keyboard, the times of the utterances are buttons. */}
        <ol class="transcript" data-speakers={hasSpeakers} ref={list} onClick={onClick}>
          {rows}
          {/* What it is to replace is no longer there. */}
          {editor?.isOpen.value && edited < 0 && (
            <li class="paragraph">
              <span class="utterance">
                <UtteranceForm job={job} editor={editor} />
              </span>
            </li>
          )}
        </ol>
      </div>
    </>
  )
}

interface ParagraphProps extends TranscriptViewProps {
  readonly span: ParagraphSpan
}

/** Some utterances of one speaker: when they begin, who speaks, and their texts one after the other. */
function Paragraph({ span: [first, last], utterances, job, ...parts }: ParagraphProps) {
  const { speaker, channel } = utterances[first]!
  const own = utterances.slice(first, last + 1)
  return (
    <li class="paragraph">
      <span class="speaker">
        {speaker !== undefined ? (
          <SpeakerName job={job} speaker={speaker} />
        ) : (
          utterances.some((one) => one.channel > 0) && `Channel ${channel + 1}`
        )}
      </span>
      <div class="paragraph-text" dir="auto">
        {own.map((utterance, i) => (
          <Fragment key={i}>
            {i > 0 && !isWrittenWithoutSpaces(utterance.language) && ' '}
            <UtteranceText index={first + i} utterance={utterance} job={job} {...parts} />
          </Fragment>
        ))}
      </div>
    </li>
  )
}

interface UtteranceProps extends Omit<TranscriptViewProps, 'utterances'> {
  readonly index: number
  readonly utterance: Utterance
}

/** Its time is beside the paragraph where it begins one, and otherwise seen where it has the focus. */
function UtteranceText({ index, utterance, job, editor, playback }: UtteranceProps) {
  const { start, language } = utterance
  // Only the two whose value changes are drawn again.
  const isEdited = useComputed(() => isAt(editor, utterance)).value
  return (
    <span class="utterance">
      <SeekButton time={start} playback={playback} />
      {/* While it is edited, words are still marked in it. */}
      <span data-index={index} lang={language} hidden={isEdited}>
        {textOf(utterance)}
      </span>
      {editor !== null &&
        (isEdited ? (
          <UtteranceForm job={job} editor={editor} />
        ) : (
          <button
            type="button"
            class="edit-button"
            aria-label={`Edit the utterance at ${formatDuration(start)}`}
            onClick={() => void editor.open(utterance)}
          />
        ))}
    </span>
  )
}

/** Whether an utterance is being edited. */
function isAt(editor: TranscriptEditor | null, utterance: Utterance): boolean {
  const place = editor?.place.value
  return place !== undefined && (place === utterance || isSame(place, utterance))
}

/** The buttons with the time of each utterance. */
const timesOf = (list: Element) => [...list.querySelectorAll<HTMLElement>('.utterance > .seek-button')]

/** Index of the utterance that has the focus. */
function focusedIndex(list: Element | null): number | null {
  const focused = document.activeElement?.closest('.utterance')
  const at = focused == null || list === null ? -1 : [...list.querySelectorAll('.utterance')].indexOf(focused)
  return at < 0 ? null : at
}

function moveFocus(list: Element | null, by: number): void {
  if (list === null) return
  const times = timesOf(list)
  const at = focusedIndex(list)
  times[at === null ? 0 : Math.max(0, Math.min(times.length - 1, at + by))]?.focus()
}
