import { useState } from 'preact/hooks'
import type { Transcription } from '../../../contract/transcript.ts'
import { get } from '../../api.ts'
import { attempt, notify } from '../../announce.ts'
import { useResource } from '../../resource.ts'
import { parameters, setParameters } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import type { EditedJob } from './edited-job.ts'
import type { Playback } from './playback.ts'
import type { TranscriptEditor } from './transcript-editor.ts'
import { TranscriptView } from './transcript-view.tsx'

interface TranscriptPanelProps {
  readonly id: string
  readonly job: EditedJob
  /** Null for who may not edit it. */
  readonly editor: TranscriptEditor | null
  readonly playback: Playback
}

/** The newest revision of the transcript, or that of the URL (`revision`). */
export function TranscriptPanel(props: TranscriptPanelProps) {
  const revision = parameters.value.get('revision')
  const { job } = props
  const newest = job.details.value.revision
  if (revision !== null && revision !== String(newest))
    return <OlderRevision key={revision} {...props} revision={revision} />
  if (job.utterances.value.length === 0 && newest === 0)
    return (
      <Empty icon="wave" title="No words">
        The recogniser found no words in this audio.
      </Empty>
    )
  return <TranscriptView {...props} utterances={job.utterances.value} />
}

interface OlderRevisionProps extends TranscriptPanelProps {
  readonly revision: string
}

function OlderRevision({ id, job, editor, playback, revision }: OlderRevisionProps) {
  const [isBusy, setBusy] = useState(false)
  const transcript = useResource<Transcription>(revision, async (_known, abort) =>
    get<Transcription>(`v2/jobs/${id}/transcript?revision=${encodeURIComponent(revision)}`, abort),
  )
  const { value } = transcript
  const leave = () => setParameters({ revision: null })
  const restore = async () => {
    if (value === null) return
    setBusy(true)
    const isRestored = await attempt(async () => {
      const change = { removed: job.utterances.value, inserted: value.utterances }
      await job.correct(change, `restored revision ${revision}`)
      notify('The revision was restored.')
      leave()
    })
    if (!isRestored) setBusy(false)
  }
  return (
    <>
      <div class="revision-banner" role="status">
        <p>
          {revision === '0'
            ? 'This is the transcript as recognised.'
            : `This is revision ${revision} of ${job.details.value.revision}.`}{' '}
          {editor !== null && 'Only the newest can be edited.'}
        </p>
        <div class="actions">
          {editor !== null && (
            <Button disabled={isBusy || value === null} onClick={() => void restore()}>
              {isBusy ? 'Restoring …' : 'Restore'}
            </Button>
          )}
          <Button onClick={leave}>Show the newest</Button>
        </div>
      </div>
      <Loaded resource={transcript} title="The revision could not be loaded">
        {({ utterances }) => (
          <TranscriptView job={job} utterances={utterances} editor={null} playback={playback} />
        )}
      </Loaded>
    </>
  )
}
