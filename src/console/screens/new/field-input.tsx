/** The input of a field, chosen by its schema. Fields without a suitable input are edited as JSON. */
import { textOfValue } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { Check, Select } from '../../ui/fields.tsx'
import { RowEditor } from '../../ui/row-editor.tsx'
import { Choices } from './choices.tsx'
import type { InputProps } from './input-props.ts'
import { JsonInput } from './json-input.tsx'
import { MaybeNumber, NumberInput } from './number-input.tsx'
import { valueText } from './option-texts.ts'
import { type FieldSchema, isNumber } from './request-schema.ts'
import { ROW_FIELDS } from './row-fields.ts'

interface FieldInputProps extends InputProps {
  readonly label: string
  readonly hint: string
}

export function FieldInput(props: FieldInputProps) {
  const { id, label, hint, schema, value, isMissing, onChange } = props
  if (schema.type === 'boolean')
    return (
      <div class="field">
        <Check label={label} checked={(value ?? schema.default) === true} onChange={onChange} />
        {hint !== '' && <p class="hint">{hint}</p>}
      </div>
    )
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Input {...props} />
      {isMissing ? (
        <p class="hint problem" id={`${id}-hint`} role="alert">
          {t().newJob.needed}
        </p>
      ) : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Chooses the input by the schema. */
function Input(props: InputProps) {
  const { id, name, schema, value, isMissing, onChange } = props
  const common = { id, class: 'input', 'aria-describedby': `${id}-hint`, 'aria-invalid': isMissing }
  const rows = ROW_FIELDS.get(name)
  if (rows !== undefined)
    return (
      <RowEditor
        id={id}
        columns={rows.columns(schema)}
        rows={rows.rowsOf(value)}
        onChange={(written) => onChange(rows.valueOf(written))}
      />
    )
  if (schema.enum !== undefined)
    return (
      <Select
        id={id}
        aria-describedby={`${id}-hint`}
        value={textOfValue(value ?? schema.default)}
        options={optionsOf(name, schema)}
        onChange={(chosen) => onChange(chosen || undefined)}
      />
    )
  if (isNumber(schema)) return <NumberInput {...props} />
  const options = listOf(schema)?.enum
  if (options !== undefined) return <Choices {...props} options={options} />
  if (schema.type === 'string')
    return (
      <input
        {...common}
        type="text"
        maxLength={schema.maxLength}
        value={typeof value === 'string' ? value : ''}
        onInput={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    )
  if (listOf(schema)?.type === 'string')
    return (
      <textarea
        {...common}
        rows={3}
        placeholder={t().newJob.onePerLine}
        value={Array.isArray(value) ? value.join('\n') : ''}
        onChange={({ currentTarget }) => onChange(linesOf(currentTarget.value))}
      />
    )
  if (schema.anyOf?.some(isNumber)) return <MaybeNumber {...props} />
  return <JsonInput {...props} />
}

/** The options of a field, with one to leave it unset if it has no default. */
const optionsOf = (field: string, { enum: values = [], default: preset }: FieldSchema) => [
  ...(preset === undefined ? [['', t().newJob.byDefault] as const] : []),
  ...values.map((value) => [value, valueText(field, value)] as const),
]

/** The schema of list items, also if a single item may stand for a list. */
const listOf = ({ type, items, anyOf }: FieldSchema): FieldSchema | undefined =>
  type === 'array' ? items : anyOf?.find((one) => one.type === 'array')?.items

function linesOf(text: string): readonly string[] | undefined {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  return lines.length === 0 ? undefined : lines
}
