/** Inputs for the parameters and the body of a request. */
import { useId } from 'preact/hooks'
import { Select } from '../ui/fields.tsx'
import { type Operation, resolved } from './description.ts'
import type { Parameter } from '../openapi.ts'
import { bodyOf, type Draft, isJson, isList } from './request-draft.ts'
import { choicesOf, typeText } from './schema-text.ts'

interface ParameterInputProps {
  readonly parameter: Parameter
  readonly value: string
  readonly onValue: (value: string) => void
}

export function ParameterInput({ parameter, value, onValue }: ParameterInputProps) {
  const id = useId()
  const { name, schema } = parameter
  const choices = resolved(schema).type === 'boolean' ? [true, false] : choicesOf(schema)
  const isOfMany = isList(parameter)
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code>
      </label>
      {isOfMany ? (
        <textarea
          id={id}
          class="input"
          rows={2}
          spellcheck={false}
          aria-describedby={`${id}-hint`}
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      ) : choices.length > 0 ? (
        <Select
          id={id}
          value={value}
          options={[['', '–'], ...choices.map((one) => [String(one), String(one)] as const)]}
          onChange={onValue}
        />
      ) : (
        <input
          id={id}
          class="input"
          spellcheck={false}
          autocomplete="off"
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
      {isOfMany && (
        <p id={`${id}-hint`} class="hint">
          {typeText(schema)}, one a line
        </p>
      )}
    </div>
  )
}

interface BodyInputProps {
  readonly operation: Operation
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** An input for a JSON body, or inputs for the fields of a form. */
export function BodyInput({ operation, draft, onChange }: BodyInputProps) {
  const id = useId()
  const body = bodyOf(operation)
  if (body === null) return null
  if (isJson(body.type))
    return (
      <div class="field">
        <label for={id}>Body</label>
        <textarea
          id={id}
          class="input code-input"
          rows={Math.min(16, draft.json.split('\n').length + 1)}
          spellcheck={false}
          value={draft.json}
          onInput={({ currentTarget }) => onChange({ ...draft, json: currentTarget.value })}
        />
      </div>
    )
  const setField = (name: string, value: string | File) =>
    onChange({ ...draft, fields: { ...draft.fields, [name]: value } })
  return (
    <>
      {Object.entries(resolved(body.schema).properties ?? {}).map(([name, { format }]) => {
        const value = draft.fields[name] ?? ''
        return (
          <div class="field" key={name}>
            <label for={`${id}-${name}`}>
              <code>{name}</code>
            </label>
            {format === 'binary' ? (
              <input
                id={`${id}-${name}`}
                type="file"
                onChange={({ currentTarget }) => setField(name, currentTarget.files?.[0] ?? '')}
              />
            ) : (
              <input
                id={`${id}-${name}`}
                class="input"
                spellcheck={false}
                value={typeof value === 'string' ? value : ''}
                onInput={({ currentTarget }) => setField(name, currentTarget.value)}
              />
            )}
          </div>
        )
      })}
    </>
  )
}
