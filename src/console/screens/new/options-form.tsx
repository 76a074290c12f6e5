/** The options of a request, in groups. */
import { t } from '../../languages/language.ts'
import { signedIn } from '../../sign-in.ts'
import type { JobOptions } from '../../uploads/uploads.ts'
import { FieldInput } from './field-input.tsx'
import { fieldText, optionText } from './option-texts.ts'
import {
  fieldId,
  type FieldPath,
  type FieldSchema,
  isFlag,
  type Option,
  type OptionGroup,
} from './request-schema.ts'

/** Options that require a language model. */
const NEEDS_LANGUAGE_MODEL: ReadonlySet<string> = new Set(['audio_to_llm'])

interface OptionsFormProps {
  readonly groups: readonly OptionGroup[]
  readonly options: JobOptions
  /** A required field that is missing, or null. */
  readonly missing: FieldPath | null
  readonly onChange: (options: JobOptions) => void
}

export function OptionsForm({ groups, options, missing, onChange }: OptionsFormProps) {
  const set = (changes: JobOptions) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...options, ...changes }).filter(([, value]) => value !== undefined),
      ),
    )
  return (
    <>
      {groups.map(({ name, options: members }) => (
        <fieldset key={name} class="option-group">
          <legend>{t().newJob.groups[name]}</legend>
          {members.map((option) => (
            <OptionRow key={option.name} option={option} options={options} missing={missing} onChange={set} />
          ))}
        </fieldset>
      ))}
    </>
  )
}

interface OptionRowProps extends Pick<OptionsFormProps, 'options' | 'missing'> {
  readonly option: Option
  readonly onChange: (changes: JobOptions) => void
}

function OptionRow({ option, options, missing, onChange }: OptionRowProps) {
  const { name, schema, settings } = option
  const config = `${name}_config`
  const text = optionText(name, schema.description)
  const isUnavailable = signedIn.value?.language_model === false && NEEDS_LANGUAGE_MODEL.has(name)
  const isOn = options[name] === true
  const hint = isUnavailable ? t().newJob.needsLanguageModel : text.hint
  const about = (
    <span class="about">
      <span>
        {text.label}
        <span class="hint">{hint}</span>
      </span>
      {text.example !== undefined && <span class="example">{text.example}</span>}
    </span>
  )
  const fields = (of: FieldSchema, field: string) => (
    <div class="settings">
      <Settings
        option={name}
        schema={of}
        value={options[field]}
        missing={missing}
        onChange={(value) => onChange({ [field]: value })}
      />
    </div>
  )
  if (schema.properties !== undefined)
    return (
      <div class="option">
        <div class="option-label">{about}</div>
        {fields(schema, name)}
      </div>
    )
  if (!isFlag(schema))
    return (
      <div class="option">
        <FieldInput
          id={fieldId([name, ''])}
          name={name}
          label={text.label}
          hint={hint}
          schema={schema}
          value={options[name]}
          isMissing={false}
          onChange={(value) => onChange({ [name]: value })}
        />
      </div>
    )
  return (
    <div class="option" data-unavailable={isUnavailable}>
      <label class="switch">
        <input
          type="checkbox"
          checked={isOn}
          disabled={isUnavailable}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ [name]: checked || undefined, [config]: checked ? options[config] : undefined })
          }
        />
        {about}
      </label>
      {isOn && settings !== null && fields(settings, config)}
    </div>
  )
}

interface SettingsProps extends Pick<OptionsFormProps, 'missing'> {
  readonly option: string
  readonly schema: FieldSchema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function Settings({ option, schema, value, missing, onChange }: SettingsProps) {
  const current = (value ?? {}) as Record<string, unknown>
  const set = (name: string, field: unknown) => {
    const { [name]: _before, ...others } = current
    const changed = field === undefined ? others : { ...current, [name]: field }
    onChange(Object.keys(changed).length === 0 ? undefined : changed)
  }
  return (
    <>
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <FieldInput
          key={name}
          id={fieldId([option, name])}
          name={name}
          {...fieldText([option, name], field.description)}
          schema={field}
          value={current[name]}
          isMissing={current[name] === undefined && missing?.[0] === option && missing[1] === name}
          onChange={(written) => set(name, written)}
        />
      ))}
    </>
  )
}
