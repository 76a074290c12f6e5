/** The recognised text, large enough to read from afar. It scrolls along until the reader scrolls up. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { formatDuration, languageName } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { LIVE_TEXT_SIZES, liveContrast, liveTextSize } from '../../preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { SpokenUtterance } from './kept-recordings.ts'
import type { Recorder } from './recorder.ts'

/** Distance from the end in pixels within which it scrolls along. */
const FOLLOWED_PX = 48

interface SpokenTextProps {
  readonly recorder: Recorder
  /** The element for full screen. */
  readonly panel: { readonly current: HTMLElement | null }
}

export function SpokenText({ recorder, panel }: SpokenTextProps) {
  const texts = t().live.text
  const utterances = recorder.spoken.utterances.value
  const marks = recorder.marks.all.value
  const list = useRef<HTMLDivElement>(null)
  const [isFollowing, setFollowing] = useState(true)
  const toEnd = () => list.current?.scrollTo({ top: list.current.scrollHeight })
  useLayoutEffect(() => {
    if (isFollowing) toEnd()
  }, [utterances, marks, isFollowing, liveTextSize.value])
  const remember = () => {
    if (list.current === null) return
    const { scrollTop, scrollHeight, clientHeight } = list.current
    setFollowing(scrollTop + clientHeight > scrollHeight - FOLLOWED_PX)
  }
  const isEmpty = utterances.length === 0 && marks.length === 0
  // A mark comes before the utterances that start after it.
  const lines = [
    ...marks.map((mark) => ({ at: mark.time, mark, utterance: null })),
    ...utterances
      .filter(({ isFinal }) => isFinal)
      .map((utterance) => ({ at: utterance.start, mark: null, utterance })),
  ].toSorted((a, b) => a.at - b.at)
  const languageBefore = ({ start }: SpokenUtterance) =>
    utterances.findLast((one) => one.start < start)?.language
  return (
    <div class="spoken-frame" data-size={liveTextSize.value} data-contrast={liveContrast.value}>
      <TextTools panel={panel} />
      {/* Focusable, to scroll it by keyboard. */}
      <div class="spoken" ref={list} onScroll={remember} tabIndex={0} role="region" aria-label={texts.label}>
        {isEmpty && <p class="muted">{recorder.state.value === 'ended' ? texts.none : texts.empty}</p>}
        {/* Screen readers read out only final text. */}
        <div role="log" aria-label={texts.label}>
          {lines.map(({ at, mark, utterance }) =>
            mark === null ? (
              <Utterance key={utterance.id} utterance={utterance} before={languageBefore(utterance)} />
            ) : (
              <MarkLine key={at} {...mark} />
            ),
          )}
        </div>
        {utterances
          .filter(({ isFinal }) => !isFinal)
          .map(({ id, text, language }) => (
            <p key={id} class="partial" dir="auto" lang={language}>
              {text} <span aria-hidden="true">…</span>
              <span class="visually-hidden">({texts.stillHeard})</span>
            </p>
          ))}
      </div>
      {!isFollowing && (
        <Button
          class="button primary to-newest"
          onClick={() => {
            setFollowing(true)
            list.current?.focus()
          }}
        >
          <Icon name="down" />
          {texts.newest}
        </Button>
      )}
    </div>
  )
}

/** @param before the language of the previous utterance */
function Utterance({ utterance, before }: { utterance: SpokenUtterance; before: string | undefined }) {
  const { text, language } = utterance
  return (
    <p dir="auto" lang={language}>
      {before !== undefined && before !== language && (
        <span class="spoken-language">{languageName(language)}</span>
      )}
      {text}
    </p>
  )
}

function MarkLine({ time, note }: { time: number; note: string }) {
  return (
    <p class="spoken-mark">
      <Icon name="flag" size={12} /> {formatDuration(time)} {note}
    </p>
  )
}

function TextTools({ panel }: Pick<SpokenTextProps, 'panel'>) {
  const texts = t().live.text
  const size = LIVE_TEXT_SIZES.indexOf(liveTextSize.value)
  const resize = (by: number) => (liveTextSize.value = LIVE_TEXT_SIZES[size + by] ?? liveTextSize.value)
  const toggleFullScreen = () =>
    void (document.fullscreenElement === null
      ? panel.current?.requestFullscreen()
      : document.exitFullscreen())
  return (
    <div class="spoken-tools">
      <Button aria-label={`A− ${texts.smaller}`} disabled={size === 0} onClick={() => resize(-1)}>
        A−
      </Button>
      <Button
        aria-label={`A+ ${texts.larger}`}
        disabled={size === LIVE_TEXT_SIZES.length - 1}
        onClick={() => resize(1)}
      >
        A+
      </Button>
      <Button
        aria-pressed={liveContrast.value === 'on'}
        onClick={() => (liveContrast.value = liveContrast.value === 'on' ? 'off' : 'on')}
      >
        {texts.contrast}
      </Button>
      {document.fullscreenEnabled && <Button onClick={toggleFullScreen}>{texts.fullScreen}</Button>}
    </div>
  )
}
