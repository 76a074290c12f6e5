import { t } from '../languages/language.ts'
import { Fragment } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { SharedTranscript } from '../../contract/shares.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'
import { announcement } from '../announce.ts'
import { formatDuration } from '../formatting.ts'
import { Playback } from '../screens/job/playback.ts'
import { SeekButton } from '../screens/job/seek-button.tsx'
import {
  ignorePointerWhileScrolling,
  markWords,
  wordAt,
} from '../screens/job/transcript/transcript-highlights.ts'
import { TranscriptSearch, useSearch } from '../screens/job/transcript/transcript-search.tsx'
import { placeWords, textOf } from '../screens/job/transcript/transcript-words.ts'
import { Audio } from './audio.tsx'
import { paragraphsOf, type ShownParagraph } from './paragraphs.ts'
import { Tools } from './tools.tsx'

type Utterances = SharedTranscript['utterances']

export function TranscriptPage({ transcript }: { transcript: SharedTranscript }) {
  const { title, utterances, duration } = transcript
  const list = useRef<HTMLOListElement>(null)
  const playback = useMemo(() => new Playback(), [])
  const words = useMemo(() => placeWords(utterances), [utterances])
  const paragraphs = useMemo(() => paragraphsOf(transcript), [transcript])
  const [query, setQuery] = useState('')
  const search = useSearch(list, utterances, words, { query })
  useEffect(() => {
    document.title = title ?? t().sharePage.transcript
  }, [title])
  useEffect(
    () => (list.current === null ? undefined : markWords(list.current, words, playback)),
    [words, playback],
  )
  useEffect(() => (list.current === null ? undefined : ignorePointerWhileScrolling(list.current)), [])
  const onClick = (event: MouseEvent) => {
    if (!transcript.audio || !(document.getSelection()?.isCollapsed ?? true)) return
    const word = wordAt(event, words)
    if (word === null) return
    playback.seek(word.start)
    playback.play()
  }
  return (
    <main class="shared">
      <header>
        <h1>
          <bdi>{title ?? t().sharePage.transcript}</bdi>
        </h1>
        <p class="muted numeric">{formatDuration(duration)}</p>
      </header>
      <div class="transcript-toolbar shared-toolbar">
        <TranscriptSearch search={search} onQuery={setQuery} />
        <Tools transcript={transcript} paragraphs={paragraphs} />
      </div>
      {utterances.length === 0 && <p class="muted">{t().sharePage.nothingSaid}</p>}
      {/* For keyboards, the times of the paragraphs are buttons. */}
      <ol class="transcript" ref={list} onClick={onClick} data-playable={transcript.audio}>
        {paragraphs.map((paragraph) => (
          <Paragraph
            key={paragraph.span[0]}
            {...paragraph}
            utterances={utterances}
            playback={transcript.audio ? playback : null}
          />
        ))}
      </ol>
      {transcript.audio && <Audio playback={playback} canDownload={transcript.download} />}
      <div class="visually-hidden" role="status">
        {announcement}
      </div>
    </main>
  )
}

interface ParagraphProps extends ShownParagraph {
  readonly utterances: Utterances
  /** Null without audio. */
  readonly playback: Playback | null
}

function Paragraph({ span: [first, last], start, speaker, utterances, playback }: ParagraphProps) {
  return (
    <li class="paragraph">
      <p class="paragraph-head">
        {playback === null ? (
          <span class="muted numeric">{formatDuration(start)}</span>
        ) : (
          <SeekButton time={start} playback={playback} />
        )}
        {speaker !== null && (
          <span class="speaker">
            <bdi>{speaker}</bdi>
          </span>
        )}
      </p>
      <p class="paragraph-text" dir="auto">
        {utterances.slice(first, last + 1).map((utterance, i) => (
          <Fragment key={i}>
            {i > 0 && !isWrittenWithoutSpaces(utterance.language) && ' '}
            <span data-index={first + i} lang={utterance.language}>
              {textOf(utterance)}
            </span>
          </Fragment>
        ))}
      </p>
    </li>
  )
}
