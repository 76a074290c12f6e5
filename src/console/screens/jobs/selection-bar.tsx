import { useLayoutEffect, useState } from 'preact/hooks'
import { attempt, notify } from '../../announce.ts'
import { t } from '../../languages/language.ts'
import { parameters } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isActive, Progress } from '../../ui/status.tsx'
import { type BulkFailure, bulkProgress, inBulk, retryJob } from './bulk.ts'
import { BulkExport, BulkTags } from './bulk-menus.tsx'
import { deleteJobs, deleteMatching, useTrashDays } from './deletion.ts'
import type { JobRow } from './job-query.ts'

interface SelectionBarProps {
  readonly jobs: readonly JobRow[]
  /** How many jobs match the filters, as text; null if they all are on this page. */
  readonly matching: string | null
  readonly onClear: () => void
  /** Called when the jobs may have changed. */
  readonly onChanged: () => void
}

/** Actions on the selected jobs, or on all that match the filters. */
export function SelectionBar({ jobs, matching, onClear, onChanged }: SelectionBarProps) {
  const texts = t().jobs
  const [isAllChosen, setAll] = useState(false)
  const isAll = isAllChosen && matching !== null
  const [isAsking, setAsking] = useState(false)
  const [failures, setFailures] = useState<readonly BulkFailure[]>([])
  // Changing the selection means these jobs, no longer all.
  useLayoutEffect(() => setAll(false), [jobs.map(({ id }) => id).join()])
  const trashDays = useTrashDays()
  const isToTrash = trashDays !== 0
  const progress = bulkProgress.value
  const running = jobs.filter(isActive).length
  const failed = jobs.filter(({ status, kind }) => status === 'error' && kind === 'pre-recorded')

  const retry = async () => {
    const outcome = await inBulk(failed, retryJob)
    setFailures(outcome.failures)
    if (outcome.succeeded.length > 0) notify(texts.retried(outcome.succeeded.length))
    onChanged()
  }
  const run = async () => {
    if (isAll) {
      if (await attempt(async () => deleteMatching(parameters.value, isToTrash))) onClear()
      return onChanged()
    }
    const outcome = await deleteJobs(jobs, isToTrash)
    setFailures(outcome.failures)
    if (outcome.failures.length === 0) onClear()
    onChanged()
  }
  return (
    <div class="selection" role="region" aria-label={texts.selection}>
      <span class="numeric">{isAll ? texts.allSelected(matching) : texts.selected(jobs.length)}</span>
      {progress === null ? (
        <>
          {matching !== null && !isAll && (
            <Button class="link-button" onClick={() => setAll(true)}>
              {texts.selectMatching(matching)}
            </Button>
          )}
          {!isAll && (
            <>
              <BulkTags jobs={jobs} onDone={(outcome) => (setFailures(outcome.failures), onChanged())} />
              <BulkExport jobs={jobs} />
              {failed.length > 0 && (
                <Button onClick={() => void retry()}>
                  <Icon name="redo" />
                  {texts.retry}
                </Button>
              )}
            </>
          )}
          <Button
            class="button danger"
            disabled={trashDays === null}
            // Ask for confirmation if it cannot be undone.
            onClick={() => (isToTrash && !isAll && running === 0 ? void run() : setAsking(true))}
          >
            <Icon name="trash" />
            {isToTrash ? texts.moveToTrash : texts.delete}
          </Button>
          <Button onClick={onClear}>{texts.clearSelection}</Button>
        </>
      ) : (
        <Progress label={texts.working(progress.done, progress.of)} fraction={progress.done / progress.of} />
      )}
      {failures.length > 0 && (
        <ul class="selection-failures problem" role="alert">
          {failures.map(({ reason, jobs: count }) => (
            <li key={reason}>{texts.notDone(count, reason)}</li>
          ))}
        </ul>
      )}
      {isAsking && (
        <ConfirmDialog
          title={isAll ? texts.askDeleteAll(matching) : texts.askDelete(jobs.length)}
          action={isToTrash ? texts.moveToTrash : texts.delete}
          onConfirm={() => void run()}
          onClose={() => setAsking(false)}
        >
          {isToTrash ? texts.trashMeans(trashDays ?? 0) : texts.deletionMeans}{' '}
          {!isAll && running > 0 && texts.cancelled(running)}
        </ConfirmDialog>
      )}
    </div>
  )
}
