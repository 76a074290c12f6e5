/** The options of a request, in groups. */
import { labelOf } from '../../formatting.ts'
import { signedIn } from '../../sign-in.ts'
import type { JobOptions } from '../../uploads.ts'
import { FieldInput, MarkedText } from './field-input.tsx'
import type { FieldSchema, Option, OptionGroup } from './request-schema.ts'

/** What cannot be done at all without a language model. */
const NEEDS_LANGUAGE_MODEL: ReadonlySet<string> = new Set(['audio_to_llm'])
const UNAVAILABLE = 'Needs a language model, which this service does not have (LLM_URL).'

interface OptionsFormProps {
  readonly groups: readonly OptionGroup[]
  readonly options: JobOptions
  readonly onChange: (options: JobOptions) => void
}

export function OptionsForm({ groups, options, onChange }: OptionsFormProps) {
  const set = (changes: JobOptions) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...options, ...changes }).filter(([, value]) => value !== undefined),
      ),
    )
  return (
    <>
      {groups.map(({ title, options: members }) => (
        <fieldset key={title} class="option-group">
          <legend>{title}</legend>
          {members.map((option) => (
            <OptionRow key={option.name} option={option} options={options} onChange={set} />
          ))}
        </fieldset>
      ))}
    </>
  )
}

interface OptionRowProps {
  readonly option: Option
  readonly options: JobOptions
  readonly onChange: (changes: JobOptions) => void
}

function OptionRow({ option, options, onChange }: OptionRowProps) {
  const { name, schema, settings } = option
  const config = `${name}_config`
  if (schema.properties !== undefined)
    return (
      <div class="option">
        <Settings schema={schema} value={options[name]} onChange={(value) => onChange({ [name]: value })} />
      </div>
    )
  if (!isFlag(schema))
    return (
      <div class="option">
        <FieldInput
          name={name}
          schema={schema}
          value={options[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      </div>
    )
  const isUnavailable = signedIn.value?.language_model === false && NEEDS_LANGUAGE_MODEL.has(name)
  const isOn = options[name] === true
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
        <span>
          {labelOf(name)}
          <span class="hint">
            <MarkedText text={isUnavailable ? UNAVAILABLE : schema.description} />
          </span>
        </span>
      </label>
      {isOn && settings !== null && (
        <div class="settings">
          <Settings
            schema={settings}
            value={options[config]}
            onChange={(value) => onChange({ [config]: value })}
          />
        </div>
      )}
    </div>
  )
}

/** A boolean; its old spellings may be of another type. */
const isFlag = ({ type, anyOf }: FieldSchema): boolean =>
  type === 'boolean' || (anyOf?.some((one) => one.type === 'boolean') ?? false)

interface SettingsProps {
  readonly schema: FieldSchema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function Settings({ schema, value, onChange }: SettingsProps) {
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
          name={name}
          schema={field}
          value={current[name]}
          onChange={(written) => set(name, written)}
        />
      ))}
    </>
  )
}
