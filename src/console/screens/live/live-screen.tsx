import { useEffect, useRef, useState } from 'preact/hooks'
import type { LiveRequest } from '../../../../clients/typescript/src/types.ts'
import { announce, attempt } from '../../announce.ts'
import { t } from '../../languages/language.ts'
import { href, parameters, setParameters, useTitle } from '../../router.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { holder } from '../../sign-in.ts'
import { Empty } from '../../ui/states.tsx'
import { type CaptureChoice, CaptureError } from './capture.ts'
import { addMark } from './marks.tsx'
import type { Recorder } from './recorder.ts'
import { RecordingPanel } from './recording-panel.tsx'
import { current, isLive, isOpen, startRecording } from './recording.ts'
import { Setup } from './setup.tsx'
import './live.css'

/** The URL has the choices for the next recording, and the job of the recording once there is one. */
export function LiveScreen() {
  const [isStarting, setStarting] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const jobId = parameters.value.get('job')
  const recorder = current.value?.holder === holder.value ? current.value : null
  const begin = useRef(() => {})
  const { live, shell } = t()
  useTitle(shell.screens.live)
  useEffect(() => {
    // Returns to the running recording.
    if (isLive.value && recorder !== null) setParameters({ job: recorder.jobId }, { replace: true })
  }, [recorder])

  const start = async (request: LiveRequest, choice: CaptureChoice) => {
    if (isStarting || isLive.value) return
    setStarting(true)
    setError(null)
    try {
      const { jobId: id } = await startRecording(request, choice)
      setParameters({ job: id }, { replace: true })
      announce(live.recording)
    } catch (problem) {
      setError(problem as Error)
    }
    setStarting(false)
  }
  const isShown = recorder !== null && (jobId === null || recorder.jobId === jobId || isOpen.value)
  const leave = () => {
    if (!isOpen.value) current.value = null
    setParameters({ job: null }, { replace: true })
  }
  useShortcuts(shell.screens.live, [
    {
      keys: 'r',
      label: live.shortcuts.startStop,
      run: () => (isLive.value ? recorder?.stop() : isShown ? leave() : begin.current()),
    },
    { keys: 'p', label: live.shortcuts.pause, run: () => void togglePause(recorder) },
    { keys: 'm', label: live.shortcuts.mark, run: () => recorder && isLive.value && addMark(recorder) },
  ])

  return (
    <>
      <div class="page-header">
        <h1>{shell.screens.live}</h1>
      </div>
      {isShown ? (
        <RecordingPanel
          key={recorder.jobId}
          recorder={recorder}
          onPause={() => void togglePause(recorder)}
          onLeave={leave}
        />
      ) : (
        jobId !== null && <Elsewhere jobId={jobId} />
      )}
      {!isShown && (
        <Setup
          isStarting={isStarting}
          error={error}
          isAnother={jobId !== null}
          onStart={(request, choice) => void start(request, choice)}
          startRef={begin}
        />
      )}
    </>
  )
}

async function togglePause(recorder: Recorder | null): Promise<void> {
  if (recorder === null) return
  await attempt(async () => {
    try {
      await (recorder.state.value === 'paused' ? recorder.resume() : recorder.pause())
    } catch (error) {
      const isKnown = error instanceof CaptureError
      throw isKnown ? new Error(t().live.problems[error.problem].text, { cause: error }) : error
    }
  })
}

/** Shown if the URL names a recording of another page. */
function Elsewhere({ jobId }: { jobId: string }) {
  const { elsewhere, elsewhereHint, openItsJob } = t().live
  const actions = (
    <a class="button" href={href(`jobs/${jobId}`)}>
      {openItsJob}
    </a>
  )
  return (
    <Empty icon="mic" title={elsewhere} actions={actions}>
      {elsewhereHint}
    </Empty>
  )
}
