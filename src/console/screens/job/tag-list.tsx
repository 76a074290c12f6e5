import { MAX } from '../../../contract/limits.ts'
import { notify } from '../../announce.ts'
import { href } from '../../router.ts'
import { InlineEdit } from '../../ui/inline-edit.tsx'
import { RemovableTag } from '../../ui/removable-tag.tsx'
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
        <RemovableTag key={tag} label={`Remove the tag ${tag}`} onRemove={() => remove(tag)}>
          <a href={href(`jobs?${new URLSearchParams({ tag }).toString()}`)} title="Jobs with this tag">
            <bdi>{tag}</bdi>
          </a>
        </RemovableTag>
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
