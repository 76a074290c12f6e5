/** The speakers of a job, and their names. */
import { MAX } from '../../../contract/limits.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { formatDuration } from '../../formatting.ts'
import { may } from '../../sign-in.ts'
import { InlineEdit } from '../../ui/inline-edit.tsx'
import type { EditedJob } from './edited-job.ts'
import { speakerName } from './speaker-name.ts'

/** The name of a speaker, which can be changed: it is changed wherever it is shown. */
export function SpeakerName({ job, speaker }: { job: EditedJob; speaker: number }) {
  const details = job.details.value
  const name = speakerName(details, speaker)
  const save = async (text: string) => {
    const changes = { speaker_names: { [speaker]: text === '' ? null : text } }
    await job.setDetails(changes, `name of ${name}`)
  }
  return (
    <InlineEdit
      value={name}
      label={`name of ${name}`}
      maxLength={MAX.speakerName}
      onSave={may('write') ? save : null}
    >
      <bdi>{name}</bdi>
    </InlineEdit>
  )
}

/** Who speaks, and for how long. */
export function SpeakerList({ job, utterances }: { job: EditedJob; utterances: readonly Utterance[] }) {
  const speakers = speakersOf(utterances)
  if (speakers.length === 0) return null
  const turns = Map.groupBy(utterances, ({ speaker }) => speaker)
  return (
    <section class="speakers" aria-label="Speakers">
      <h2>Speakers</h2>
      <ul>
        {speakers.map((speaker) => (
          <li key={speaker}>
            <SpeakerName job={job} speaker={speaker} />
            <span class="muted numeric">{formatDuration(secondsOf(turns.get(speaker) ?? []))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** In the order of their numbers. */
export function speakersOf(utterances: readonly Utterance[]): readonly number[] {
  const speakers = new Set(utterances.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker])))
  return [...speakers].toSorted((a, b) => a - b)
}

const secondsOf = (utterances: readonly Utterance[]): number =>
  utterances.reduce((sum, { start, end }) => sum + end - start, 0)
