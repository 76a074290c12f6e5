import { useState } from 'preact/hooks'
import type { UnrecognisedSpan } from '../../../../contract/result.ts'
import type { Transcription } from '../../../../contract/transcript.ts'
import { get } from '../../../api.ts'
import { attempt, notify } from '../../../announce.ts'
import { t } from '../../../languages/language.ts'
import { useResource } from '../../../resource.ts'
import { parameters, setParameters } from '../../../router.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import type { EditedJob } from '../edited-job.ts'
import type { Playback } from '../playback.ts'
import type { TranscriptEditor } from './transcript-editor.ts'
import { TranscriptView } from './transcript-view.tsx'
import { UnrecognisedSpeech } from './unrecognised-speech.tsx'
import { unrecognisedSpans } from '../player/waveform.tsx'

interface TranscriptPanelProps {
  readonly id: string
  readonly job: EditedJob
  /** Null for users who cannot edit it. */
  readonly editor: TranscriptEditor | null
  readonly playback: Playback
}

/** The newest revision of the transcript, or the one in the URL (`revision`). */
export function TranscriptPanel(props: TranscriptPanelProps) {
  const revision = parameters.value.get('revision')
  const { job } = props
  const newest = job.details.value.revision
  if (revision !== null && revision !== String(newest))
    return <OlderRevision key={revision} {...props} revision={revision} />
  const unrecognised = unrecognisedSpans(job.loaded)
  if (job.utterances.value.length === 0 && newest === 0 && unrecognised.length === 0)
    return (
      <Empty icon="wave" title={t().transcript.noWords}>
        {t().transcript.noWordsHint}
      </Empty>
    )
  return (
    <>
      <UnrecognisedSpeech spans={unrecognised} playback={props.playback} />
      <TranscriptView {...props} utterances={job.utterances.value} unrecognised={unrecognised} />
    </>
  )
}

/** For other revisions: unrecognised spans are known only for the recognised text. */
const NONE: readonly UnrecognisedSpan[] = []

interface OlderRevisionProps extends TranscriptPanelProps {
  readonly revision: string
}

function OlderRevision({ id, job, editor, playback, revision }: OlderRevisionProps) {
  const [isBusy, setBusy] = useState(false)
  const transcript = useResource<Transcription>(revision, async (_known, abort) =>
    get<Transcription>(`v2/jobs/${id}/transcript?revision=${encodeURIComponent(revision)}`, abort),
  )
  const { value } = transcript
  const texts = t().transcript.revision
  const leave = () => setParameters({ revision: null })
  const restore = async () => {
    if (value === null) return
    setBusy(true)
    const isRestored = await attempt(async () => {
      const change = { removed: job.utterances.value, inserted: value.utterances }
      await job.correct(change, t().transcript.changes.restored(revision))
      notify(texts.restored)
      leave()
    })
    if (!isRestored) setBusy(false)
  }
  return (
    <>
      <div class="revision-banner" role="status">
        <p>
          {revision === '0' ? texts.asRecognised : texts.which(revision, job.details.value.revision)}{' '}
          {editor !== null && texts.onlyNewest}
        </p>
        <div class="actions">
          {editor !== null && (
            <Button disabled={isBusy || value === null} onClick={() => void restore()}>
              {isBusy ? texts.restoring : texts.restore}
            </Button>
          )}
          <Button onClick={leave}>{texts.showNewest}</Button>
        </div>
      </div>
      <Loaded resource={transcript} title={texts.notLoaded}>
        {({ utterances }) => (
          <TranscriptView {...{ job, utterances, playback }} unrecognised={NONE} editor={null} />
        )}
      </Loaded>
    </>
  )
}
