import { useEffect, useRef } from 'preact/hooks'
import { announce } from '../../announce.ts'
import { formatClock, formatDuration } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { href } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Failure } from '../../ui/states.tsx'
import { LevelMeter } from './level-meter.tsx'
import { addMark, MarkList } from './marks.tsx'
import type { Recorder } from './recorder.ts'
import { RestPanel } from './rest-panel.tsx'
import { SpokenText } from './spoken-text.tsx'

interface RecordingPanelProps {
  readonly recorder: Recorder
  /** Pauses or resumes it. */
  readonly onPause: () => void
  /** Shows the setup of another recording, once this one has ended. */
  readonly onLeave: () => void
}

export function RecordingPanel({ recorder, onPause, onLeave }: RecordingPanelProps) {
  const { state, seconds, problem, sound } = recorder
  const texts = t().live
  const panel = useRef<HTMLElement>(null)
  const status = statusOf(recorder)
  const isOpen = state.value === 'recording' || state.value === 'paused'
  useEffect(() => announce(status.text), [status.text])
  return (
    <section class="recording" aria-label={texts.recording} ref={panel}>
      <div class="recording-bar">
        <span class="status" data-status={status.mark}>
          {status.text}
        </span>
        <time class="numeric recording-time" dateTime={`PT${seconds.value.toFixed(1)}S`}>
          {formatDuration(seconds.value)}
        </time>
        {isOpen && <LevelMeter level={sound.level.value} />}
        {isOpen && (
          <div class="actions">
            <Button onClick={() => addMark(recorder)} aria-keyshortcuts="m">
              <Icon name="flag" />
              {texts.marks.add}
            </Button>
            {recorder.interruption.value === null && (
              <Button onClick={onPause} aria-keyshortcuts="p">
                <Icon name={state.value === 'paused' ? 'play' : 'pause'} />
                {state.value === 'paused' ? texts.goOn : texts.pause}
              </Button>
            )}
            <Button class="button danger filled" onClick={() => recorder.stop()} aria-keyshortcuts="r">
              <Icon name="stop" />
              {texts.stop}
            </Button>
          </div>
        )}
        {state.value === 'ended' && (
          <div class="actions">
            <Button onClick={onLeave}>{texts.setup.startAnother}</Button>
            <a class="button primary" href={href(`jobs/${recorder.jobId}`)}>
              {texts.openJob}
              <Icon name="forward" />
            </a>
          </div>
        )}
      </div>
      {state.value === 'recording' && sound.labels.value.length > 0 && (
        <p class="hint live-labels">{texts.recorded(sound.labels.value.join(' + '))}</p>
      )}
      {state.value === 'ended' && problem.value === null && <p class="hint">{texts.next}</p>}
      {state.value === 'finishing' && <p class="hint">{texts.finishingHint}</p>}
      <Notes recorder={recorder} onPause={onPause} />
      {problem.value !== null && (
        <Failure title={texts.sessionEnded} error={new Error(texts.kept(problem.value))} />
      )}
      <RestPanel recorder={recorder} />
      <SpokenText recorder={recorder} panel={panel} />
      <MarkList recorder={recorder} />
    </section>
  )
}

/** Notes about problems of the recording, and what to do about them. */
function Notes({ recorder, onPause }: Omit<RecordingPanelProps, 'onLeave'>) {
  const { state, isConnected, isDetached, sound, interruption, startedAt, rest } = recorder
  const texts = t().live
  const kept = formatDuration(rest.seconds.value)
  if (state.value === 'ended') return null
  return (
    <>
      {interruption.value !== null && (
        <div class="live-note" role="alert">
          <p>{texts.interruptions[interruption.value](formatClock(startedAt))}</p>
          <div class="actions">
            <Button class="button primary" onClick={onPause}>
              <Icon name="mic" />
              {texts.goOnWith(formatClock(startedAt))}
            </Button>
            <Button onClick={() => recorder.stop()}>{texts.finishIt}</Button>
          </div>
        </div>
      )}
      {(isDetached.value || !isConnected.value) && (
        <p class="live-note" role="alert">
          {isDetached.value ? texts.detached(kept) : texts.noConnection(kept)}
        </p>
      )}
      {state.value === 'recording' && sound.isMuted.value && (
        <p class="live-note" role="alert">
          {texts.silent}
        </p>
      )}
    </>
  )
}

/** The states of a recording look like those of jobs. */
function statusOf({ state, isConnected, isDetached }: Recorder): { text: string; mark: string } {
  const texts = t().live
  if (state.value === 'ended') return { text: texts.ended, mark: 'done' }
  if (state.value === 'finishing') return { text: texts.finishing, mark: 'processing' }
  if (state.value === 'paused') return { text: texts.paused, mark: 'queued' }
  if (isDetached.value) return { text: texts.offline, mark: 'recording' }
  if (!isConnected.value) return { text: texts.connecting, mark: 'processing' }
  return { text: texts.recording, mark: 'recording' }
}
