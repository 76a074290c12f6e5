import type { RevisionPage } from '../../../../contract/revisions.ts'
import { get } from '../../../api.ts'
import { formatCount } from '../../../formatting.ts'
import { useResource } from '../../../resource.ts'
import { setParameters } from '../../../router.ts'
import { Age } from '../../../ui/age.tsx'
import { Failure, Skeleton } from '../../../ui/states.tsx'
import type { EditedJob } from '../edited-job.ts'
import '../../../ui/table.css'

/** Revisions that are shown; the API has the rest. */
const SHOWN = 200

export function RevisionsPanel({ id, job }: { id: string; job: EditedJob }) {
  const newest = job.details.value.revision
  const { value, error, reload } = useResource<RevisionPage>(`${id} ${newest}`, async (_known, abort) =>
    get<RevisionPage>(`v2/jobs/${id}/revisions?limit=${SHOWN}`, abort),
  )
  if (value === null)
    return error === null ? (
      <Skeleton width={50} />
    ) : (
      <Failure title="The revisions could not be loaded" error={error} onRetry={reload} />
    )
  return (
    <>
      <table class="table revisions">
        <caption class="visually-hidden">Revisions of the transcript, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Revision</th>
            <th scope="col">Saved</th>
            <th scope="col" class="wide">
              With the key
            </th>
            <th scope="col">Changes</th>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {value.items.map(({ revision, created_at, key, changes }) => (
            <tr key={revision}>
              <th scope="row" class="numeric">
                {revision === 0 ? 'As recognised' : revision}
              </th>
              <td>
                <Age timestamp={created_at} />
              </td>
              <td class="wide">
                <bdi>{key ?? '–'}</bdi>
              </td>
              <td class="numeric">
                {revision > 0 && `${formatCount(changes)} ${changes === 1 ? 'utterance' : 'utterances'}`}
              </td>
              <td class="action">
                <button
                  type="button"
                  class="link-button"
                  aria-label={revision === newest ? 'Show the newest revision' : `Show revision ${revision}`}
                  onClick={() =>
                    setParameters({ tab: null, revision: revision === newest ? null : String(revision) })
                  }
                >
                  Show
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {value.next !== null && <p class="hint">The newest {SHOWN} revisions are shown.</p>}
    </>
  )
}
