import { useState } from 'preact/hooks'
import { ScriptoriumError, post, remove } from '../../api.ts'
import { notify } from '../../announce.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isActive } from '../../ui/status.tsx'
import type { JobRow } from './job-query.ts'

/** Requests at a time. */
const CONCURRENT = 4

/** Deletes a job; one that has not ended is cancelled before. */
export async function deleteJob(job: Pick<JobRow, 'id' | 'status'>): Promise<void> {
  if (isActive(job))
    await post(`v2/jobs/${job.id}/cancel`).catch((error: unknown) => {
      // It has ended meanwhile.
      if (!(error instanceof ScriptoriumError) || error.status !== 409) throw error
    })
  await remove(`v2/jobs/${job.id}`)
}

/** @returns the number of jobs that could not be deleted */
async function deleteJobs(jobs: readonly JobRow[]): Promise<number> {
  const waiting = [...jobs]
  let failed = 0
  const work = async () => {
    for (let job = waiting.pop(); job !== undefined; job = waiting.pop())
      await deleteJob(job).catch((error: unknown) => {
        // Someone else has deleted it.
        if (!(error instanceof ScriptoriumError) || error.status !== 404) failed += 1
      })
  }
  await Promise.all(Array.from({ length: CONCURRENT }, work))
  return failed
}

interface SelectionBarProps {
  readonly jobs: readonly JobRow[]
  readonly onClear: () => void
  readonly onDeleted: () => void
}

/** What can be done with the selected jobs. */
export function SelectionBar({ jobs, onClear, onDeleted }: SelectionBarProps) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const running = jobs.filter(isActive).length
  const run = async () => {
    setBusy(true)
    const failed = await deleteJobs(jobs)
    setBusy(false)
    if (failed > 0) notify(`${failed} of ${counted(jobs.length)} could not be deleted.`, { isError: true })
    else notify(`${counted(jobs.length)} deleted.`)
    onDeleted()
  }
  return (
    <div class="selection" role="region" aria-label="Selection">
      <span class="numeric">{jobs.length} selected</span>
      <Button class="button danger" disabled={isBusy} onClick={() => setAsking(true)}>
        <Icon name="trash" />
        {isBusy ? 'Deleting …' : 'Delete'}
      </Button>
      <Button disabled={isBusy} onClick={onClear}>
        Clear selection
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${counted(jobs.length)}?`}
          action="Delete"
          onConfirm={() => void run()}
          onClose={() => setAsking(false)}
        >
          Transcripts, and audio that no other job uses, are deleted for good.
          {running > 0 &&
            ` ${counted(running)} that ${running === 1 ? 'has' : 'have'} not ended will be cancelled.`}
        </ConfirmDialog>
      )}
    </div>
  )
}

const counted = (count: number): string => `${count} ${count === 1 ? 'job' : 'jobs'}`
