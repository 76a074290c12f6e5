import { t } from '../../../languages/language.ts'
import type { RevisionPage } from '../../../../contract/revisions.ts'
import { get } from '../../../api.ts'
import { useResource } from '../../../resource.ts'
import { setParameters } from '../../../router.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { By } from '../../../ui/by.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { ACTIONS, Table } from '../../../ui/table.tsx'
import type { EditedJob } from '../edited-job.ts'

/** Number of revisions shown; the API has the rest. */
const SHOWN = 200

export function RevisionsPanel({ id, job }: { id: string; job: EditedJob }) {
  const texts = t().job
  const newest = job.details.value.revision
  const revisions = useResource<RevisionPage>(`${id} ${newest}`, async (_known, abort) =>
    get<RevisionPage>(`v2/jobs/${id}/revisions?limit=${SHOWN}`, abort),
  )
  return (
    <Loaded resource={revisions} title={texts.revisionsNotLoaded}>
      {({ items, next }) => (
        <>
          <Table
            caption={texts.revisionsCaption}
            class="revisions"
            columns={[
              texts.revision,
              texts.saved,
              { head: t().members.by, class: 'wide' },
              texts.changes,
              ACTIONS,
            ]}
          >
            {items.map(({ revision, created_at, by, changes }) => (
              <tr key={revision}>
                <th scope="row" class="numeric">
                  {revision === 0 ? texts.asRecognised : revision}
                </th>
                <td>
                  <Age timestamp={created_at} />
                </td>
                <td class="wide">
                  <By who={by} />
                </td>
                <td class="numeric">{revision > 0 && texts.changedUtterances(changes)}</td>
                <td class="action">
                  <Button
                    class="link-button"
                    aria-label={revision === newest ? texts.showNewest : texts.showRevision(revision)}
                    onClick={() =>
                      setParameters({ tab: null, revision: revision === newest ? null : String(revision) })
                    }
                  >
                    {texts.show}
                  </Button>
                </td>
              </tr>
            ))}
          </Table>
          {next !== null && <p class="hint">{texts.newestRevisions(SHOWN)}</p>}
        </>
      )}
    </Loaded>
  )
}
