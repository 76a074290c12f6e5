import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { announce } from '../../announce.ts'
import { formatDuration, languageName } from '../../formatting.ts'
import { useResource } from '../../resource.ts'
import { href, parameters, setParameters, useTitle } from '../../router.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { loadLanguages } from '../new/request-schema.ts'
import { current, isLive, Recording } from './recording.ts'
import { MicrophoneError, type MicrophoneProblem } from './microphone.ts'
import './live.css'

/** The language is in the URL, and so is the job of the recording, once there is one. */
export function LiveScreen() {
  const [isStarting, setStarting] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const jobId = parameters.value.get('job')
  const recording = current.value
  useTitle('Live')
  useEffect(() => {
    // As where the recording was left.
    if (isLive.value && recording !== null) setParameters({ job: recording.jobId }, { replace: true })
  }, [])

  const start = async () => {
    if (isStarting || isLive.value) return
    setStarting(true)
    setError(null)
    try {
      current.value = await Recording.start(parameters.value.get('language'))
      setParameters({ job: current.value.jobId }, { replace: true })
      announce('Recording')
    } catch (problem) {
      setError(problem as Error)
    }
    setStarting(false)
  }
  useShortcuts('Live', [
    {
      keys: 'r',
      label: 'Start or stop the recording',
      run: () => (isLive.value ? recording?.stop() : void start()),
    },
    { keys: 'p', label: 'Pause the recording, or go on', run: () => void togglePause(recording) },
  ])

  const isShown = recording !== null && recording.jobId === jobId
  return (
    <>
      <div class="page-header">
        <h1>Live</h1>
      </div>
      {isShown ? (
        <ShownRecording key={recording.jobId} recording={recording} />
      ) : (
        jobId !== null && <Elsewhere jobId={jobId} />
      )}
      {error !== null && <NotStarted error={error} onRetry={() => void start()} />}
      {!isLive.value && recording?.state.value !== 'finishing' && (
        <div class="live-start">
          <LanguageField />
          <Button class="button primary" disabled={isStarting} onClick={() => void start()}>
            <Icon name="mic" />
            {isStarting
              ? 'Waiting for the microphone …'
              : jobId === null
                ? 'Start recording'
                : 'New recording'}
          </Button>
          <p class="hint">
            What you say is transcribed while you speak. The recording and its transcript are kept as a job.
          </p>
        </div>
      )}
    </>
  )
}

async function togglePause(recording: Recording | null): Promise<void> {
  await (recording?.state.value === 'paused' ? recording.resume() : recording?.pause())
}

function LanguageField() {
  const languages = useResource<readonly string[]>('', async () => loadLanguages())
  const chosen = parameters.value.get('language') ?? ''
  const known = languages.value ?? []
  const options = chosen === '' || known.includes(chosen) ? known : [chosen, ...known]
  const named = options.map((code) => [code, languageName(code)] as const)
  return (
    <label class="field">
      <span class="field-label">Language</span>
      <Select
        value={chosen}
        options={[['', 'Detect the language'], ...named.toSorted(([, a], [, b]) => a.localeCompare(b))]}
        onChange={(language) => setParameters({ language }, { replace: true })}
      />
    </label>
  )
}

function ShownRecording({ recording }: { recording: Recording }) {
  const { jobId, state, isConnected, isMuted, problem, seconds, level } = recording
  const status = statusOf(recording)
  useEffect(() => announce(status.text), [status.text])
  return (
    <section class="recording" aria-label="Recording">
      <div class="recording-bar">
        <span class="status" data-status={status.mark}>
          {status.text}
        </span>
        <time class="numeric recording-time" dateTime={`PT${seconds.value.toFixed(1)}S`}>
          {formatDuration(seconds.value)}
        </time>
        {isLive.value && (
          <>
            <Level value={level.value} />
            <Button onClick={() => void togglePause(recording)}>
              <Icon name={state.value === 'paused' ? 'play' : 'pause'} />
              {state.value === 'paused' ? 'Go on' : 'Pause'}
            </Button>
            <Button class="button primary" onClick={() => recording.stop()}>
              <Icon name="stop" />
              Stop
            </Button>
          </>
        )}
        {state.value === 'ended' && (
          <a class="button primary" href={href(`jobs/${jobId}`)}>
            Open the job
            <Icon name="forward" />
          </a>
        )}
      </div>
      {!isConnected.value && state.value !== 'ended' && (
        <p class="live-note" role="alert">
          The connection was broken. {isLive.value ? 'The recording goes on, and w' : 'W'}hat was not sent is
          sent when it is there again.
        </p>
      )}
      {state.value === 'recording' && isMuted.value && (
        <p class="live-note" role="alert">
          No sound arrives. Is the microphone muted?
        </p>
      )}
      {problem.value !== null && (
        <Failure
          title="The session has ended"
          error={new Error(`${problem.value}. What was recorded so far is kept in its job.`)}
        />
      )}
      <Utterances recording={recording} />
    </section>
  )
}

/** @param value 0–1 */
function Level({ value }: { value: number }) {
  const percent = Math.round(value * 100)
  return (
    <div class="level" role="meter" aria-label="Level of the microphone" aria-valuenow={percent}>
      <span style={{ width: `${percent}%` }} />
    </div>
  )
}

/** The marks of job states are used for those of a recording. */
function statusOf({ state, isConnected }: Recording): { text: string; mark: string } {
  if (state.value === 'ended') return { text: 'Ended', mark: 'done' }
  if (!isConnected.value) return { text: 'Connecting again …', mark: 'processing' }
  if (state.value === 'paused') return { text: 'Paused', mark: 'queued' }
  if (state.value === 'finishing') return { text: 'Transcribing the rest …', mark: 'processing' }
  return { text: 'Recording', mark: 'recording' }
}

/** Pixels from the end of the page within which it is followed. */
const FOLLOWED_PX = 120

function Utterances({ recording }: { recording: Recording }) {
  const utterances = recording.utterances.value
  const finals = utterances.filter(({ isFinal }) => isFinal)
  const partials = utterances.filter(({ isFinal }) => !isFinal)
  const list = useRef<HTMLDivElement>(null)
  const wasAtEnd = useRef(true)
  useEffect(() => {
    const remember = () => {
      const { scrollHeight } = document.documentElement
      wasAtEnd.current = window.scrollY + window.innerHeight > scrollHeight - FOLLOWED_PX
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [])
  useLayoutEffect(() => {
    if (wasAtEnd.current) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [utterances])
  if (utterances.length === 0 && recording.state.value !== 'ended')
    return <p class="muted">Speak, and the words appear here.</p>
  if (utterances.length === 0) return <p class="muted">No words were recognised.</p>
  return (
    <div class="spoken" ref={list}>
      {/* Only what does not change any more is read out. */}
      <div role="log" aria-label="Transcript">
        {finals.map(({ id, text, language }) => (
          <p key={id} dir="auto" lang={language}>
            {text}
          </p>
        ))}
      </div>
      {partials.map(({ id, text, language }) => (
        <p key={id} class="partial" dir="auto" lang={language}>
          {text}
        </p>
      ))}
    </div>
  )
}

/** The URL names a recording of another page, or of this one before it was loaded again. */
function Elsewhere({ jobId }: { jobId: string }) {
  return (
    <Empty
      icon="mic"
      title="This recording is not open here"
      actions={
        <a class="button" href={href(`jobs/${jobId}`)}>
          Open its job
        </a>
      }
    >
      A recording ends about a minute after its page was closed. What was recorded is kept.
    </Empty>
  )
}

const PROBLEMS: Readonly<Record<MicrophoneProblem, { title: string; text: string }>> = {
  insecure: {
    title: 'The microphone needs HTTPS',
    text:
      'Browsers give pages the microphone only on HTTPS, or on this computer at localhost. Open the console at its HTTPS ' +
      'address; if it has none, put a proxy that has a certificate in front of the service.',
  },
  refused: {
    title: 'The microphone was refused',
    text: 'Allow the microphone for this site, beside the address of the page or in the settings of the browser, and try again.',
  },
  missing: { title: 'There is no microphone', text: 'Connect a microphone, and try again.' },
  busy: {
    title: 'The microphone does not answer',
    text: 'Another program may be using it. Close that program, or choose another microphone in the settings of the browser, and try again.',
  },
}

function NotStarted({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof MicrophoneError))
    return <Failure title="The recording could not be started" error={error} onRetry={onRetry} />
  const { title, text } = PROBLEMS[error.problem]
  return (
    <div class="failure" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}
