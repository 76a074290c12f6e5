import type { Job } from '../contract/job.ts'

/** What a job is called: the name of its file, or what it is. */
export function jobName({ kind, file }: Pick<Job, 'kind' | 'file'>): string {
  if (kind === 'live') return 'Live session'
  const name = file?.filename ?? ''
  return name === '' ? (file?.source ?? 'Audio') : name
}
