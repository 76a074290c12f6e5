import type { Job } from '../contract/job.ts'

/** What a job is called: its title, else the name of its file, else what it is. */
export function jobName({ kind, file, details }: Pick<Job, 'kind' | 'file' | 'details'>): string {
  if (details.title !== null) return details.title
  if (kind === 'live') return 'Live session'
  const name = file?.filename ?? ''
  return name === '' ? (file?.source ?? 'Audio') : name
}

/** What a speaker is called: as the user named them, else by their number, which is counted from 0. */
export function speakerName({ speaker_names }: Job['details'], speaker: number): string {
  return speaker_names[speaker] ?? `Speaker ${speaker + 1}`
}
