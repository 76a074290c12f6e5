/** Inputs for numbers. */
import { textOfValue } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { Select } from '../../ui/fields.tsx'
import type { InputProps } from './input-props.ts'
import { isNumber } from './request-schema.ts'

export function NumberInput({ id, schema, value, onChange }: InputProps) {
  return (
    <input
      id={id}
      class="input short"
      aria-describedby={`${id}-hint`}
      type="number"
      step={schema.type === 'integer' ? 1 : 'any'}
      min={schema.minimum}
      max={schema.maximum}
      value={textOfValue(value)}
      placeholder={textOfValue(schema.default)}
      onInput={({ currentTarget: { value: text, valueAsNumber } }) =>
        onChange(text === '' || Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
      }
    />
  )
}

/** A number of days, for ever, or the default. */
export function MaybeNumber(props: InputProps) {
  const { id, schema, value, onChange } = props
  const { byDefault, keptForever, keptFor, days } = t().newJob
  const kind = value === undefined ? '' : value === null ? 'forever' : 'days'
  const number = schema.anyOf?.find(isNumber) ?? {}
  return (
    <div class="maybe-number">
      <Select
        id={id}
        aria-describedby={`${id}-hint`}
        value={kind}
        options={[
          ['', byDefault],
          ['forever', keptForever],
          ['days', keptFor],
        ]}
        onChange={(chosen) => onChange(chosen === '' ? undefined : chosen === 'forever' ? null : 30)}
      />
      {kind === 'days' && (
        <label>
          <NumberInput
            {...props}
            id={`${id}-days`}
            schema={number}
            onChange={(typed) => onChange(typed ?? 0)}
          />{' '}
          {days}
        </label>
      )}
    </div>
  )
}
