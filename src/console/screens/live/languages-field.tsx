import { languageName } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { TagInput } from '../../ui/tag-input.tsx'
import { loadLanguages } from '../new/request-schema.ts'

interface LanguagesFieldProps {
  /** Language codes; none to detect the language. */
  readonly languages: readonly string[]
  readonly onChange: (languages: readonly string[]) => void
}

/** Selects the spoken languages by their names. */
export function LanguagesField({ languages, onChange }: LanguagesFieldProps) {
  const texts = t().live.setup
  const known = useResource<readonly string[]>('', async () => loadLanguages())
  const options = [...new Set([...(known.value ?? []), ...languages])].map(
    (code) => [code, languageName(code)] as const,
  )
  return (
    <div class="field">
      <label for="live-languages">{texts.languages}</label>
      <TagInput
        id="live-languages"
        values={languages}
        options={options.toSorted(([, a], [, b]) => a.localeCompare(b))}
        placeholder={texts.detect}
        onAdd={(codes) => onChange([...languages, ...codes])}
        onRemove={(code) => onChange(languages.filter((one) => one !== code))}
      />
      <p id="live-languages-hint" class="hint">
        {texts.languagesHint}
      </p>
    </div>
  )
}
