import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../../languages/language.ts'
import { parameters, setParameters } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/fields.tsx'
import {
  Capture,
  type CaptureChoice,
  type CaptureSource,
  hasDisplay,
  microphones,
  SOURCES,
} from './capture.ts'
import { LevelMeter } from './level-meter.tsx'
import { levelAfter, peakOf, SILENCE } from './level.ts'

/** The microphone chosen on this page. */
const deviceId = signal('')

/** What to record. The source is in the URL. */
export function captureChoice(): CaptureChoice {
  const given = parameters.value.get('source')
  const source: CaptureSource = SOURCES.find((one) => one === given && hasDisplay()) ?? 'microphone'
  return { source, deviceId: deviceId.value }
}

/** Selects what to record, and tests the microphone. @param onProblem called if the test fails */
export function SourceFields({ onProblem }: { onProblem: (error: Error | null) => void }) {
  const texts = t().live.setup
  const { source } = captureChoice()
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  const list = () => void microphones().then(setDevices)
  useEffect(() => {
    list()
    if (!window.isSecureContext) return
    navigator.mediaDevices.addEventListener('devicechange', list)
    return () => navigator.mediaDevices.removeEventListener('devicechange', list)
  }, [])
  const isGone = deviceId.value !== '' && !devices.some((one) => one.deviceId === deviceId.value)
  return (
    <>
      <fieldset class="live-sources">
        <legend class="field-label">{texts.source}</legend>
        {SOURCES.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="source"
              checked={source === one}
              disabled={one !== 'microphone' && !hasDisplay()}
              onChange={() => setParameters({ source: one === 'microphone' ? '' : one }, { replace: true })}
            />
            <span>
              {texts.sources[one]}
              <span class="hint">{texts.sourceHints[one]}</span>
            </span>
          </label>
        ))}
        {window.isSecureContext && !hasDisplay() && <p class="hint">{texts.displayUnsupported}</p>}
      </fieldset>
      {source !== 'display' && (
        <div class="field">
          <label for="live-microphone">{texts.microphone}</label>
          <div class="live-microphone">
            <Select
              id="live-microphone"
              value={isGone ? '' : deviceId.value}
              options={[
                ['', texts.usual],
                ...devices
                  .filter((one) => one.deviceId !== 'default')
                  .map((one) => [one.deviceId, one.label] as const),
              ]}
              onChange={(id) => (deviceId.value = id)}
            />
            <MicrophoneTest key={deviceId.value} onOpen={list} onProblem={onProblem} />
          </div>
          {devices.length === 0 && <p class="hint">{texts.namesLater}</p>}
        </div>
      )}
    </>
  )
}

interface MicrophoneTestProps {
  readonly onOpen: () => void
  readonly onProblem: (error: Error | null) => void
}

/** Shows the level of the chosen microphone, without recording it. */
function MicrophoneTest({ onOpen, onProblem }: MicrophoneTestProps) {
  const texts = t().live.setup
  const [capture, setCapture] = useState<Capture | null>(null)
  const [level, setLevel] = useState(SILENCE)
  useEffect(() => () => capture?.close(), [capture])
  const begin = async () => {
    onProblem(null)
    try {
      const opened = await Capture.open({ source: 'microphone', deviceId: deviceId.value })
      opened.listen(
        (samples) => setLevel((before) => levelAfter(before, peakOf(samples))),
        () => setCapture(null),
      )
      setCapture(opened)
      onOpen()
    } catch (error) {
      onProblem(error as Error)
    }
  }
  if (capture === null) return <Button onClick={() => void begin()}>{texts.test}</Button>
  return (
    <>
      <Button onClick={() => setCapture(null)}>{texts.endTest}</Button>
      <div class="live-test">
        <LevelMeter level={level} />
        <p class="hint">{texts.speakNow}</p>
      </div>
    </>
  )
}
