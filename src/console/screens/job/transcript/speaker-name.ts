import type { Job } from '../../../../contract/job.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { t } from '../../../languages/language.ts'

/** What a speaker is called: as the user named them, else by their number, which is counted from 0. */
export function speakerName(
  { speaker_names }: Pick<Job['details'], 'speaker_names'>,
  speaker: number,
): string {
  return speaker_names[speaker] ?? t().transcript.speaker(speaker + 1)
}

/** Colours there are in base.css, as `--speaker-1` and so on. */
const COLOURS = 8

/** The colour of a speaker, which they keep, as a value of CSS. */
export const speakerColour = (speaker: number): string => `var(--speaker-${(speaker % COLOURS) + 1})`

/** In the order of their numbers. */
export function speakersOf(utterances: readonly Utterance[]): readonly number[] {
  const speakers = new Set(utterances.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker])))
  return [...speakers].toSorted((a, b) => a - b)
}
