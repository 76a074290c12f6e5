import type { Utterance } from '../../../contract/transcript.ts'
import { formatDuration } from '../../formatting.ts'
import type { EditedJob } from './edited-job.ts'
import { SpeakerName } from './speaker-name.tsx'

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
