/** The choices for a recording before it starts. */
import { useEffect, useState } from 'preact/hooks'
import type { LiveRequest } from '../../../../clients/typescript/src/types.ts'
import type { Presets } from '../../../contract/settings.ts'
import { get } from '../../api.ts'
import { formatDuration } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { parameters, setParameters } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { presetName } from '../new/presets.ts'
import { CaptureError, type CaptureChoice, knownProblem } from './capture.ts'
import { room } from './kept-recordings.ts'
import { LanguagesField } from './languages-field.tsx'
import { liveRequestOf, meaningOf } from './live-presets.ts'
import { Problem } from './problem.tsx'
import { captureChoice, SourceFields } from './source-fields.tsx'

/** Warn if there is space for less than an hour. */
const MIN_ROOM_SECONDS = 3_600
const BYTES_PER_SECOND = 32_000

/** The choice of no preset. */
const NONE = 'none'

interface SetupProps {
  readonly isStarting: boolean
  /** Why the last attempt failed. */
  readonly error: Error | null
  /** Whether there was another recording before. */
  readonly isAnother: boolean
  readonly onStart: (request: LiveRequest, choice: CaptureChoice) => void
  /** Receives the function that starts it, for the keyboard shortcut. */
  readonly startRef: { current: () => void }
}

export function Setup({ isStarting, error, isAnother, onStart, startRef }: SetupProps) {
  const texts = t().live.setup
  const [problem, setProblem] = useState<Error | null>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  const presets = useResource<Presets>('', async (_known, abort) => get('v2/settings/presets', abort))
  useEffect(() => {
    void knownProblem().then((known) => setProblem(known === null ? null : new CaptureError(known)))
    void room().then((bytes) => setSeconds(bytes === null ? null : bytes / BYTES_PER_SECOND))
  }, [])
  const languages = parameters.value.getAll('language')
  const wanted = parameters.value.get('preset') ?? presets.value?.default ?? NONE
  const preset = presets.value?.items.find(({ id }) => id === wanted)
  const meaning = preset === undefined ? null : meaningOf(preset)
  const start = () => {
    setProblem(null)
    onStart(liveRequestOf(preset, languages), captureChoice())
  }
  startRef.current = start
  const shown = error ?? problem
  return (
    <section class="live-setup" aria-label={isAnother ? texts.startAnother : texts.start}>
      {shown !== null && <Problem error={shown} onRetry={start} />}
      <SourceFields onProblem={setProblem} />
      <LanguagesField
        languages={languages}
        onChange={(codes) => setParameters({ language: codes }, { replace: true })}
      />
      {presets.value !== null && (
        <div class="field">
          <label for="live-preset">{texts.preset}</label>
          <Select
            id="live-preset"
            aria-describedby="live-preset-hint"
            value={preset === undefined ? NONE : preset.id}
            options={[
              ...presets.value.items.map((one) => [one.id, presetName(one)] as const),
              ...(preset === undefined ? [[NONE, texts.noPreset] as const] : []),
            ]}
            onChange={(id) => setParameters({ preset: id }, { replace: true })}
          />
          <p id="live-preset-hint" class="hint">
            {meaning !== null && meaning.adds !== '' && `${texts.adds(meaning.adds)} `}
            {meaning !== null && meaning.cannot !== '' && `${texts.cannot(meaning.cannot)} `}
            {texts.words}
          </p>
        </div>
      )}
      {seconds !== null && seconds < MIN_ROOM_SECONDS && (
        <p class="hint live-note">{texts.littleRoom(formatDuration(seconds))}</p>
      )}
      <div class="live-begin">
        <Button class="button primary" disabled={isStarting} onClick={start}>
          <Icon name="mic" />
          {isStarting ? texts.waiting : isAnother ? texts.startAnother : texts.start}
        </Button>
        <p class="hint">{texts.what}</p>
      </div>
    </section>
  )
}
