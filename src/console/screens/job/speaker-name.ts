import type { Job } from '../../../contract/job.ts'

/** What a speaker is called: as the user named them, else by their number, which is counted from 0. */
export function speakerName(
  { speaker_names }: Pick<Job['details'], 'speaker_names'>,
  speaker: number,
): string {
  return speaker_names[speaker] ?? `Speaker ${speaker + 1}`
}
