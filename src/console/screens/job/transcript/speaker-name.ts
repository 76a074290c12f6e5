import type { Job } from '../../../../contract/job.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { t } from '../../../languages/language.ts'

/** The name of a speaker, as given by a user, or else by number. @param speaker counted from 0 */
export function speakerName(
  { speaker_names }: Pick<Job['details'], 'speaker_names'>,
  speaker: number,
): string {
  return speaker_names[speaker] ?? t().transcript.speaker(speaker + 1)
}

/** Number of colours in base.css, from `--speaker-1` on. */
const COLOURS = 8

/** The fixed colour of a speaker, as a CSS value. */
export const speakerColour = (speaker: number): string => `var(--speaker-${(speaker % COLOURS) + 1})`

/** The speakers in the order of their numbers. */
export function speakersOf(utterances: readonly Utterance[]): readonly number[] {
  const speakers = new Set(utterances.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker])))
  return [...speakers].toSorted((a, b) => a - b)
}
