import { formatCount } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { parameters, setParameters } from '../../router.ts'
import { Pages } from '../../ui/pages.tsx'
import { PAGE_SIZE, placeOf } from './job-query.ts'

/** The range of the current page, and buttons to the others. @param total as text; null until it is known */
export function JobPages({
  count,
  total,
  next,
}: {
  count: number
  total: string | null
  next: string | null
}) {
  const offset = Number(parameters.value.get('offset') ?? 0)
  const previous = Math.max(0, offset - PAGE_SIZE)
  const { pages, ofTotal, newer, older } = t().jobs
  return (
    <Pages
      label={pages}
      newer={newer}
      older={older}
      onNewer={
        offset === 0
          ? null
          : () => setParameters({ offset: previous === 0 ? null : String(previous), cursor: null })
      }
      onOlder={next === null ? null : () => setParameters(placeOf(next))}
    >
      <span class="muted numeric">
        {ofTotal(formatCount(offset + 1), formatCount(offset + count), total ?? '…')}
      </span>
    </Pages>
  )
}
