import { languageName } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'

/** Up to this many languages are listed; more are counted, and listed on demand. */
export const MAX_LANGUAGES = 3

export function Languages({ codes }: { codes: readonly string[] }) {
  const names = codes.map(languageName)
  const list = names.toSorted((a, b) => a.localeCompare(b)).join(', ')
  if (names.length <= MAX_LANGUAGES) return <>{list}</>
  return (
    <details>
      <summary>{t().models.languageCount(names.length)}</summary>
      <p class="hint">{list}</p>
    </details>
  )
}
