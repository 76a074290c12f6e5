import type { ComponentChildren } from 'preact'
import { t } from '../languages/language.ts'
import { Skeleton } from './states.tsx'
import './table.css'

interface Column {
  readonly head: ComponentChildren
  /** Such as `wide` for columns that narrow windows do not show. */
  readonly class?: string
}

/** The column for the actions of a row. */
export const ACTIONS: Column = { head: <ActionsHead /> }

function ActionsHead() {
  return <span class="visually-hidden">{t().ui.actions}</span>
}

interface TableProps {
  /** For screen readers. */
  readonly caption: string
  readonly class?: string
  /** Columns without a class can be given by their heads alone. */
  readonly columns: readonly (Column | string)[]
  /** Whether other rows are loading. */
  readonly isBusy?: boolean
  /** The rows. */
  readonly children: ComponentChildren
}

export function Table({ caption, class: kind = '', columns, isBusy = false, children }: TableProps) {
  return (
    <table class={`table ${kind}`} aria-busy={isBusy}>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => {
            const { head, class: name } = typeof column === 'string' ? { head: column } : column
            return (
              <th key={index} scope="col" class={name}>
                {head}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** Placeholders for rows that are loading. @param widths of their texts, in percent */
export function SkeletonRows({ columns, widths }: { columns: number; widths: readonly number[] }) {
  return widths.map((width, index) => (
    <tr key={index} class="loading">
      <td colSpan={columns}>
        <Skeleton width={width} />
      </td>
    </tr>
  ))
}
