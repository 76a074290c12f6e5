/** The input of one field, chosen by its schema. What has no input of its own is written as JSON. */
import { useId, useState } from 'preact/hooks'
import { labelOf, languageName, textOfValue } from '../../formatting.ts'
import { IconButton } from '../../ui/button.tsx'
import { Check, Select } from '../../ui/fields.tsx'
import type { FieldSchema } from './request-schema.ts'

interface FieldInputProps {
  readonly name: string
  readonly schema: FieldSchema
  /** Undefined while it is not set. */
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

export function FieldInput(props: FieldInputProps) {
  const { name, schema, value, onChange } = props
  const id = useId()
  const common = { id, class: 'input', 'aria-describedby': `${id}-hint` }
  if (schema.type === 'boolean')
    return (
      <div class="field">
        <Check label={labelOf(name)} checked={(value ?? schema.default) === true} onChange={onChange} />
        <Hint id={id} schema={schema} />
      </div>
    )
  return (
    <div class="field">
      <label for={id}>{labelOf(name)}</label>
      {schema.enum !== undefined ? (
        <Select
          {...common}
          value={textOfValue(value ?? schema.default)}
          options={optionsOf(schema.enum, schema.default === undefined)}
          onChange={(chosen) => onChange(chosen || undefined)}
        />
      ) : isNumber(schema) ? (
        <input
          {...common}
          type="number"
          step={schema.type === 'integer' ? 1 : 'any'}
          min={schema.minimum}
          max={schema.maximum}
          value={textOfValue(value)}
          placeholder={textOfValue(schema.default)}
          onInput={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)
          }
        />
      ) : schema.items?.enum !== undefined ? (
        <Choices {...props} id={id} options={schema.items.enum} />
      ) : isText(schema) ? (
        <input
          {...common}
          type="text"
          maxLength={schema.maxLength}
          value={typeof value === 'string' ? value : ''}
          onInput={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        />
      ) : isLines(schema) ? (
        <textarea
          {...common}
          rows={3}
          placeholder="One per line"
          value={Array.isArray(value) ? value.map(lineOf).join('\n') : ''}
          onChange={({ currentTarget }) => onChange(linesOf(currentTarget.value))}
        />
      ) : (
        <JsonInput {...props} id={id} />
      )}
      <Hint id={id} schema={schema} />
    </div>
  )
}

/** Those of a field, with one to leave it unset where it has no default. */
const optionsOf = (names: readonly string[], mayBeUnset: boolean) => [
  ...(mayBeUnset ? [['', 'Default'] as const] : []),
  ...names.map((name) => [name, name] as const),
]

function Hint({ id, schema: { description } }: { id: string; schema: FieldSchema }) {
  return (
    <p class="hint" id={`${id}-hint`}>
      <MarkedText text={description} />
    </p>
  )
}

const isNumber = ({ type }: FieldSchema) => type === 'number' || type === 'integer'
const isText = ({ type }: FieldSchema) => type === 'string'
/** A list of texts, or of what may be a text. */
const isLines = ({ type, items }: FieldSchema) =>
  type === 'array' && items !== undefined && (isText(items) || (items.anyOf?.some(isText) ?? false))

const lineOf = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item))

function linesOf(text: string): unknown[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.length === 0
    ? undefined
    : lines.map((line) => (line.startsWith('{') ? JSON.parse(line) : line))
}

/** Several of some options, such as languages. */
function Choices({
  name,
  value,
  onChange,
  options,
  id,
}: FieldInputProps & { id: string; options: readonly string[] }) {
  const chosen = Array.isArray(value) ? value.map(String) : []
  const label = name.includes('language') ? languageName : (option: string) => option
  const rest = options.filter((option) => !chosen.includes(option))
  const sorted = rest.toSorted((a, b) => label(a).localeCompare(label(b)))
  const set = (items: readonly string[]) => onChange(items.length === 0 ? undefined : items)
  return (
    <div class="choices">
      {chosen.map((option) => (
        <span key={option} class="choice">
          {label(option)}
          <IconButton
            icon="close"
            size={12}
            label={`Remove ${label(option)}`}
            onClick={() => set(chosen.filter((one) => one !== option))}
          />
        </span>
      ))}
      <Select
        id={id}
        aria-describedby={`${id}-hint`}
        value=""
        options={[['', 'Add …'], ...sorted.map((option) => [option, label(option)] as const)]}
        onChange={(option) => set([...chosen, option])}
      />
    </div>
  )
}

function JsonInput({ value, onChange, id }: FieldInputProps & { id: string }) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2))
  const [problem, setProblem] = useState<string | null>(null)
  const read = (written: string) => {
    setText(written)
    try {
      onChange(written.trim() === '' ? undefined : JSON.parse(written))
      setProblem(null)
    } catch {
      setProblem('This is not valid JSON yet; it is not part of the request.')
      onChange(undefined)
    }
  }
  return (
    <>
      <textarea
        id={id}
        class="input json"
        rows={3}
        spellcheck={false}
        placeholder="JSON"
        value={text}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => read(currentTarget.value)}
      />
      {problem !== null && <p class="hint problem">{problem}</p>}
    </>
  )
}

/** A description of the API, in which names are between backticks. */
export function MarkedText({ text }: { text: string | undefined }) {
  const parts = (text ?? '').split('`')
  return <>{parts.map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
}
