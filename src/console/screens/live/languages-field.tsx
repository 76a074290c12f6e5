import { useId, useState } from 'preact/hooks'
import { languageName } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { RemovableTag } from '../../ui/removable-tag.tsx'
import { loadLanguages } from '../new/request-schema.ts'

interface LanguagesFieldProps {
  /** Codes; none to detect the language. */
  readonly languages: readonly string[]
  readonly onChange: (languages: readonly string[]) => void
}

/** The languages that are spoken, found by their names. */
export function LanguagesField({ languages, onChange }: LanguagesFieldProps) {
  const texts = t().live.setup
  const id = useId()
  const [text, setText] = useState('')
  const known = useResource<readonly string[]>('', async () => loadLanguages())
  const rest = (known.value ?? [])
    .filter((code) => !languages.includes(code))
    .map((code) => [code, languageName(code)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b))
  const codeOf = (typed: string) =>
    rest.find(([code, name]) => [code, name.toLowerCase()].includes(typed.trim().toLowerCase()))?.[0]
  const isUnknown =
    text.trim() !== '' && !rest.some(([, name]) => name.toLowerCase().includes(text.trim().toLowerCase()))
  const add = (typed: string, isDone: boolean) => {
    const code = codeOf(typed)
    // The beginning of a longer name may be a name as well.
    if (code === undefined || !isDone) return setText(typed)
    setText('')
    onChange([...languages, code])
  }
  return (
    <div class="field">
      <label for={id}>{texts.languages}</label>
      {languages.length > 0 && (
        <ul class="live-languages">
          {languages.map((code) => (
            <RemovableTag
              key={code}
              label={texts.removeLanguage(languageName(code))}
              onRemove={() => onChange(languages.filter((one) => one !== code))}
            >
              <bdi>{languageName(code)}</bdi>
            </RemovableTag>
          ))}
        </ul>
      )}
      <input
        id={id}
        class="input"
        autocomplete="off"
        list={`${id}-list`}
        placeholder={texts.detect}
        value={text}
        aria-invalid={isUnknown}
        aria-describedby={`${id}-hint`}
        onInput={(event) =>
          // Where it is chosen from the list, browsers say that it replaces the text, or nothing.
          add(
            event.currentTarget.value,
            !(event instanceof InputEvent) || event.inputType === 'insertReplacementText',
          )
        }
        onBlur={() => add(text, true)}
        onKeyDown={({ key, isComposing }) => {
          if (key === 'Enter' && !isComposing) add(text, true)
        }}
      />
      <datalist id={`${id}-list`}>
        {rest.map(([code, name]) => (
          <option key={code} value={name} />
        ))}
      </datalist>
      <p id={`${id}-hint`} class={isUnknown ? 'hint problem' : 'hint'}>
        {isUnknown ? texts.unknownLanguage : texts.languagesHint}
      </p>
    </div>
  )
}
