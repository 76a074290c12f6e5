import type { RevisionPage } from '../../../../contract/revisions.ts'
import { get } from '../../../api.ts'
import { formatCount } from '../../../formatting.ts'
import { useResource } from '../../../resource.ts'
import { setParameters } from '../../../router.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { By } from '../../../ui/by.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { ACTIONS, Table } from '../../../ui/table.tsx'
import type { EditedJob } from '../edited-job.ts'

/** Revisions that are shown; the API has the rest. */
const SHOWN = 200

export function RevisionsPanel({ id, job }: { id: string; job: EditedJob }) {
  const newest = job.details.value.revision
  const revisions = useResource<RevisionPage>(`${id} ${newest}`, async (_known, abort) =>
    get<RevisionPage>(`v2/jobs/${id}/revisions?limit=${SHOWN}`, abort),
  )
  return (
    <Loaded resource={revisions} title="The revisions could not be loaded">
      {({ items, next }) => (
        <>
          <Table
            caption="Revisions of the transcript, newest first"
            class="revisions"
            columns={['Revision', 'Saved', { head: 'By', class: 'wide' }, 'Changes', ACTIONS]}
          >
            {items.map(({ revision, created_at, by, changes }) => (
              <tr key={revision}>
                <th scope="row" class="numeric">
                  {revision === 0 ? 'As recognised' : revision}
                </th>
                <td>
                  <Age timestamp={created_at} />
                </td>
                <td class="wide">
                  <By who={by} />
                </td>
                <td class="numeric">
                  {revision > 0 && `${formatCount(changes)} ${changes === 1 ? 'utterance' : 'utterances'}`}
                </td>
                <td class="action">
                  <Button
                    class="link-button"
                    aria-label={
                      revision === newest ? 'Show the newest revision' : `Show revision ${revision}`
                    }
                    onClick={() =>
                      setParameters({ tab: null, revision: revision === newest ? null : String(revision) })
                    }
                  >
                    Show
                  </Button>
                </td>
              </tr>
            ))}
          </Table>
          {next !== null && <p class="hint">The newest {SHOWN} revisions are shown.</p>}
        </>
      )}
    </Loaded>
  )
}
