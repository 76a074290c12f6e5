import { useState } from 'preact/hooks'
import type { TrashPage } from '../../../contract/trash.ts'
import { get, remove } from '../../api.ts'
import { attempt } from '../../announce.ts'
import { changes } from '../../events.ts'
import { formatDuration, jobName } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { href, useTitle } from '../../router.ts'
import { may } from '../../sign-in.ts'
import { Age, Expiry } from '../../ui/age.tsx'
import { ActionButton, Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { ACTIONS, Table } from '../../ui/table.tsx'
import { restore } from '../jobs/deletion.ts'

type TrashedJob = TrashPage['items'][number]

/** Deleted jobs, until they are deleted for good. */
export function TrashScreen() {
  const texts = t().jobs
  /** The cursors of the pages up to this one; null for the first page. */
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null])
  const cursor = cursors.at(-1) ?? null
  const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
  const page = useResource<TrashPage>(
    `trash ${cursor}`,
    async (_known, abort) => get<TrashPage>(`v2/trash?limit=50${query}`, abort),
    () => null,
    changes,
  )
  const [asked, setAsked] = useState<TrashedJob | 'all' | null>(null)
  useTitle(texts.trash)
  const isEmpty = page.value?.items.length === 0

  const erase = async (what: TrashedJob | 'all') => {
    await attempt(async () => remove(what === 'all' ? 'v2/trash' : `v2/trash/${what.id}`))
    if (what === 'all') setCursors([null])
    page.reload()
  }
  return (
    <>
      <div class="page-header">
        <div>
          <a class="back" href={href('jobs')}>
            <Icon name="back" />
            {t().shell.screens.jobs}
          </a>
          <h1>{texts.trash}</h1>
        </div>
        {may('write') && page.value !== null && !isEmpty && (
          <Button class="button danger" onClick={() => setAsked('all')}>
            {texts.emptyTrash}
          </Button>
        )}
      </div>
      <Loaded resource={page} title={texts.trashFailed}>
        {({ days, items, next }) =>
          items.length === 0 && cursor === null ? (
            <Empty icon="trash" title={texts.trashIsEmpty}>
              {days === 0 ? texts.noTrash : texts.trashHint(days)}
            </Empty>
          ) : (
            <>
              <p class="muted">{texts.trashHint(days)}</p>
              <Table
                caption={texts.trash}
                columns={[
                  texts.name,
                  { head: texts.length, class: 'number wide' },
                  { head: texts.deletedAt, class: 'number wide' },
                  { head: texts.goneAt, class: 'number wide' },
                  ...(may('write') ? [ACTIONS] : []),
                ]}
              >
                {items.map((job) => (
                  <tr key={job.id}>
                    <th scope="row">
                      <bdi>{jobName(job)}</bdi>
                      <span class="detail narrow">
                        {texts.goneAt} <Expiry timestamp={job.expires_at} />
                      </span>
                    </th>
                    <td class="number wide numeric">
                      {job.file?.audio_duration == null ? '' : formatDuration(job.file.audio_duration)}
                    </td>
                    <td class="number wide">
                      <Age timestamp={job.deleted_at} />
                    </td>
                    <td class="number wide">
                      <Expiry timestamp={job.expires_at} />
                    </td>
                    {may('write') && (
                      <td class="action">
                        <div class="row-actions">
                          <ActionButton
                            action={async () => restore([job]).then(page.reload)}
                            aria-label={texts.restoreJob(jobName(job))}
                          >
                            {texts.restore}
                          </ActionButton>
                          <IconButton
                            icon="trash"
                            label={texts.eraseJob(jobName(job))}
                            onClick={() => setAsked(job)}
                          />
                        </div>
                      </td>
                    )}
                  </tr>
                ))}
              </Table>
              <Pages
                label={texts.pages}
                newer={texts.newer}
                older={texts.older}
                onNewer={cursors.length === 1 ? null : () => setCursors(cursors.slice(0, -1))}
                onOlder={
                  next === null
                    ? null
                    : () => setCursors([...cursors, new URL(next).searchParams.get('cursor')])
                }
              />
            </>
          )
        }
      </Loaded>
      {asked !== null && (
        <ConfirmDialog
          title={asked === 'all' ? texts.askEmpty : texts.askErase(jobName(asked))}
          action={asked === 'all' ? texts.emptyTrash : texts.erase}
          onConfirm={() => void erase(asked)}
          onClose={() => setAsked(null)}
        >
          {texts.deletionMeans}
        </ConfirmDialog>
      )}
    </>
  )
}
