import { MAX } from '../../../contract/limits.ts'
import { notify } from '../../announce.ts'
import { Icon } from '../../ui/icon.tsx'
import { InlineEdit } from '../../ui/inline-edit.tsx'
import type { EditedJob } from './edited-job.ts'

/** The tags of a job, which can be added and removed. */
export function TagList({ job }: { job: EditedJob }) {
  const { tags } = job.details.value
  const remove = (tag: string) => {
    job
      .setDetails({ tags: tags.filter((one) => one !== tag) }, `tag ${tag}`)
      .catch((error: Error) => notify(error.message, { isError: true }))
  }
  return (
    <ul class="job-tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag} class="tag">
          <bdi>{tag}</bdi>
          <button type="button" aria-label={`Remove the tag ${tag}`} onClick={() => remove(tag)}>
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
      {tags.length < MAX.tags && (
        <li>
          <InlineEdit
            value=""
            label="new tag"
            maxLength={MAX.tag}
            onSave={async (tag) => job.setDetails({ tags: [...tags, tag] }, `tag ${tag}`)}
          >
            Add a tag
          </InlineEdit>
        </li>
      )}
    </ul>
  )
}
