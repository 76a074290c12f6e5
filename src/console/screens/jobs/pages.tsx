import { formatCount } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { parameters, setParameters } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PAGE_SIZE, placeOf } from './job-query.ts'

/** Which part of the list is shown, and the way to the others. @param total as text; null until it is known */
export function Pages({ count, total, next }: { count: number; total: string | null; next: string | null }) {
  const offset = Number(parameters.value.get('offset') ?? 0)
  const previous = Math.max(0, offset - PAGE_SIZE)
  const { pages, ofTotal, newer, older } = t().jobs
  return (
    <nav class="pages" aria-label={pages}>
      <span class="muted numeric">
        {ofTotal(formatCount(offset + 1), formatCount(offset + count), total ?? '…')}
      </span>
      <Button
        disabled={offset === 0}
        onClick={() => setParameters({ offset: previous === 0 ? null : String(previous), cursor: null })}
      >
        <Icon name="back" />
        {newer}
      </Button>
      <Button disabled={next === null} onClick={() => next !== null && setParameters(placeOf(next))}>
        {older}
        <Icon name="forward" />
      </Button>
    </nav>
  )
}
