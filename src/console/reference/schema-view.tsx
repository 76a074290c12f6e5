/** A schema as a tree of fields, whose own fields are collapsed. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { resolved } from './description.ts'
import type { Schema } from '../openapi.ts'
import { ApiText } from './api-text.tsx'
import { choicesOf, limitsOf, structureOf, typeText } from './schema-text.ts'

/** Values that are listed at first; more are collapsed. */
const SHOWN_CHOICES = 8

/** The fields or alternatives of a schema, or the value itself. */
export function SchemaView({ schema }: { schema: Schema }) {
  const structure = structureOf(schema)
  if (structure === null)
    return (
      <div class="fields">
        <p class="muted">{typeText(schema)}</p>
        <Facts schema={schema} />
      </div>
    )
  const { properties, required = [], oneOf } = structure
  if (properties === undefined)
    return (
      <ul class="fields">
        {(oneOf ?? []).map((option, at) => (
          <li key={at}>
            <Folded summary={typeText(option)}>
              <ApiText text={resolved(option).description ?? ''} />
              <SchemaView schema={option} />
            </Folded>
          </li>
        ))}
      </ul>
    )
  const names = Object.keys(properties)
  const isOld = (name: string): boolean => resolved(properties[name] ?? {}).deprecated === true
  const present = names.filter((name) => !isOld(name))
  const old = names.filter(isOld)
  const list = (some: readonly string[]) => (
    <ul class="fields">
      {some.map((name) => (
        <Field key={name} name={name} schema={properties[name] ?? {}} isRequired={required.includes(name)} />
      ))}
    </ul>
  )
  return (
    <>
      {list([
        ...present.filter((name) => required.includes(name)),
        ...present.filter((name) => !required.includes(name)),
      ])}
      {old.length > 0 && <Folded summary={`${old.length} deprecated`}>{list(old)}</Folded>}
    </>
  )
}

interface FieldProps {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
}

/** A field or a parameter with its documentation. */
export function Field({ name, schema, isRequired }: FieldProps) {
  const known = resolved(schema)
  const structure = structureOf(schema)
  const count = Object.keys(structure?.properties ?? {}).length
  return (
    <li>
      <p class="field-head">
        <code>{name}</code>
        <span class="muted">{typeText(schema)}</span>
        {isRequired && <strong>required</strong>}
        {known.deprecated && <span class="muted">deprecated</span>}
      </p>
      <ApiText text={known.description ?? ''} />
      <Facts schema={schema} />
      {structure !== null && (
        <Folded
          summary={
            count === 0
              ? `Alternatives of ${name}`
              : `${count} ${count === 1 ? 'field' : 'fields'} of ${name}`
          }
        >
          <SchemaView schema={structure} />
        </Folded>
      )}
    </li>
  )
}

/** Default, constraints and allowed values. */
function Facts({ schema }: { schema: Schema }) {
  const choices = choicesOf(schema)
  const { default: usual } = resolved(schema)
  const facts = [...(usual === undefined ? [] : [`default ${JSON.stringify(usual)}`]), ...limitsOf(schema)]
  const values = choices.map((value) => <code key={String(value)}>{String(value)}</code>)
  return (
    <>
      {facts.length > 0 && <p class="hint">{facts.join(' · ')}</p>}
      {choices.length > SHOWN_CHOICES ? (
        <Folded summary={`${choices.length} values`}>
          <p class="choices">{values}</p>
        </Folded>
      ) : (
        choices.length > 0 && <p class="choices">{values}</p>
      )}
    </>
  )
}

/** Renders its content only once it is expanded, since schemas can be recursive. */
export function Folded({ summary, children }: { summary: string; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="folded" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  )
}
