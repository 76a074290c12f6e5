import { t } from '../../languages/language.ts'
import { Check } from '../../ui/fields.tsx'
import { TagInput } from '../../ui/tag-input.tsx'
import type { InputProps } from './input-props.ts'
import { valueText } from './option-texts.ts'

/** Up to this many options are shown as checkboxes. */
const FEW = 4

/** Selects several of some options, such as languages. */
export function Choices({ id, name, value, onChange, options }: InputProps & { options: readonly string[] }) {
  const chosen = value === undefined ? [] : [value].flat().map(String)
  const set = (items: readonly string[]) => onChange(items.length === 0 ? undefined : items)
  const add = (more: readonly string[]) => set([...chosen, ...more])
  const remove = (option: string) => set(chosen.filter((one) => one !== option))
  const named = options.map((option) => [option, valueText(name, option)] as const)
  if (options.length <= FEW)
    return (
      <div class="choices" id={id} tabIndex={-1}>
        {named.map(([option, label]) => (
          <Check
            key={option}
            label={label}
            checked={chosen.includes(option)}
            onChange={(isOn) => (isOn ? add([option]) : remove(option))}
          />
        ))}
      </div>
    )
  return (
    <TagInput
      id={id}
      values={chosen}
      // For personal details, the order of the service is kept: laws and groups come first.
      options={name.includes('language') ? named.toSorted(([, a], [, b]) => a.localeCompare(b)) : named}
      placeholder={name.includes('language') ? t().newJob.addLanguage : t().newJob.addOption}
      onAdd={add}
      onRemove={remove}
    />
  )
}
