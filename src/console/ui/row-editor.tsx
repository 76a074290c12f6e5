/** A small table of text inputs. */
import { useState } from 'preact/hooks'
import { t } from '../languages/language.ts'
import { Button, IconButton } from './button.tsx'
import { Select } from './fields.tsx'
import './row-editor.css'

export type Row = Readonly<Record<string, string>>

export interface Column {
  readonly name: string
  readonly label: string
  readonly maxLength?: number
  /** Whether it is a number from 0 to 1 instead of a text. */
  readonly isShare?: boolean
  /** Choices, if it is one of some texts. */
  readonly options?: readonly (readonly [value: string, label: string])[]
}

interface RowEditorProps {
  /** Id of the first input. */
  readonly id: string
  readonly columns: readonly Column[]
  /** The initial rows. */
  readonly rows: readonly Row[]
  /** Called with all rows, including incomplete ones. */
  readonly onChange: (rows: readonly Row[]) => void
}

export function RowEditor({ id, columns, rows: first, onChange }: RowEditorProps) {
  const [rows, setRows] = useState<readonly { key: number; row: Row }[]>(
    (first.length === 0 ? [{}] : first).map((row, key) => ({ key, row })),
  )
  const change = (changed: typeof rows) => {
    setRows(changed)
    onChange(changed.map(({ row }) => row))
  }
  const add = () => setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, row: {} }])
  return (
    <div class="row-editor">
      {rows.map(({ key, row }, at) => (
        <div key={key} class="row">
          {columns.map((column, index) => {
            const common = {
              value: row[column.name] ?? '',
              'aria-label': column.label,
              ...(at === 0 && index === 0 && { id }),
            }
            const set = (text: string) =>
              change(
                rows.map((one) => (one.key === key ? { key, row: { ...row, [column.name]: text } } : one)),
              )
            return column.options === undefined ? (
              <input
                key={column.name}
                class="input"
                placeholder={column.label}
                maxLength={column.maxLength}
                {...(column.isShare === true && { type: 'number', min: 0, max: 1, step: 'any' })}
                {...common}
                onInput={({ currentTarget }) => set(currentTarget.value)}
              />
            ) : (
              <Select key={column.name} {...common} options={column.options} onChange={set} />
            )
          })}
          <IconButton
            icon="close"
            label={t().newJob.removeRow(row[columns[0]?.name ?? ''] ?? '')}
            onClick={() => change(rows.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      <Button class="link-button" onClick={add}>
        {t().newJob.addRow}
      </Button>
    </div>
  )
}
