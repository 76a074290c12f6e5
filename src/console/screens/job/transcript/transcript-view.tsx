/**
 * The text of a transcript in paragraphs, beside its audio. An utterance is one text node, and words are marked by ranges (CSS Custom
 * Highlight): with an element for each word, showing 30,000 words took 0.8 to 1.4 s instead of 0.4 to 0.6 s.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { UnrecognisedSpan } from '../../../../contract/result.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { t } from '../../../languages/language.ts'
import { parameters, setParameters } from '../../../router.ts'
import type { EditedJob } from '../edited-job.ts'
import type { Playback } from '../playback.ts'
import { Displaced } from './displaced.tsx'
import { Gap, Paragraph } from './paragraph.tsx'
import { copyQuote, wholePlaces } from './quote.ts'
import { SelectedPart } from './selected-part.tsx'
import { type PanelTarget, SpeakerPanel } from './speaker-panel.tsx'
import { SpeakerList } from './speakers.tsx'
import { useTranscriptActions } from './transcript-actions.ts'
import { isSame } from './transcript-changes.ts'
import type { TranscriptEditor } from './transcript-editor.ts'
import { ignorePointerWhileScrolling, markWords } from './transcript-highlights.ts'
import { itemsOf, spansOf } from './transcript-items.ts'
import { TranscriptReplace } from './transcript-replace.tsx'
import { TranscriptSearch, useSearch } from './transcript-search.tsx'
import { useTranscriptShortcuts } from './transcript-shortcuts.ts'
import { placeWords } from './transcript-words.ts'

interface TranscriptViewProps {
  readonly job: EditedJob
  readonly utterances: readonly Utterance[]
  readonly unrecognised: readonly UnrecognisedSpan[]
  /** Null if they cannot be edited. */
  readonly editor: TranscriptEditor | null
  readonly playback: Playback
}

export function TranscriptView({ job, utterances, unrecognised, editor, playback }: TranscriptViewProps) {
  const list = useRef<HTMLOListElement>(null)
  const words = useMemo(() => placeWords(utterances), [utterances])
  const items = useMemo(() => itemsOf(utterances, unrecognised), [utterances, unrecognised])
  const [panel, setPanel] = useState<PanelTarget | null>(null)
  const shown = { job, editor, utterances, unrecognised, items, words, playback }
  const actions = useTranscriptActions(list, shown, setPanel)
  const search = useSearch(list, utterances, words, {
    query: parameters.value.get('q') ?? '',
    time: parameters.value.get('t'),
  })
  const rows = useMemo(() => {
    const props = { job, utterances, editor, playback, actions }
    return items.map(({ span, gap }) =>
      span === undefined ? (
        <Gap key={`gap ${gap.channel} ${gap.start}`} gap={gap} {...props} />
      ) : (
        <Paragraph key={span[0]} span={span} {...props} />
      ),
    )
  }, [items, utterances, job, editor, playback, actions])
  useEffect(
    () => (list.current === null ? undefined : markWords(list.current, words, playback)),
    [words, playback],
  )
  useEffect(() => (list.current === null ? undefined : ignorePointerWhileScrolling(list.current)), [])
  useTranscriptShortcuts({ ...shown, list, actions })
  const spanOfPanel = () => {
    const [first] = panel?.what === 'paragraph' ? panel.utterances : []
    const index = first === undefined ? -1 : utterances.findIndex((one) => isSame(one, first))
    return spansOf(items).find((span) => span[0] === index)
  }
  const span = spanOfPanel()
  const { panel: texts } = t().transcript
  return (
    <>
      <div class="transcript-toolbar">
        <TranscriptSearch search={search} onQuery={(q) => setParameters({ q, t: null }, { replace: true })} />
        {editor !== null && <TranscriptReplace {...{ job, utterances, search }} />}
        <SelectedPart {...{ job, list, words, utterances }} onSpeaker={editor === null ? null : setPanel} />
      </div>
      <div class="transcript-columns">
        <SpeakerList job={job} utterances={utterances} onOpen={editor === null ? null : setPanel} />
        <div class="transcript-text">
          <h2 class="visually-hidden">{t().transcript.title}</h2>
          {/* For keyboards, the times of the paragraphs are buttons. */}
          <ol
            class="transcript"
            ref={list}
            onPointerDown={actions.onPointerDown}
            onClick={actions.onClick}
            onDblClick={actions.onDblClick}
          >
            {rows}
            {editor !== null && <Displaced {...{ editor, utterances, items }} {...actions} />}
          </ol>
        </div>
      </div>
      {panel !== null && (
        <SpeakerPanel
          job={job}
          target={panel}
          actions={
            span === undefined
              ? []
              : [
                  ...(editor === null ? [] : [[texts.edit, () => actions.onEdit(span)] as const]),
                  [texts.quote, () => void copyQuote(job, utterances, wholePlaces(utterances, span))],
                ]
          }
          onClose={() => setPanel(null)}
        />
      )}
    </>
  )
}
