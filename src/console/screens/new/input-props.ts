import type { FieldSchema } from './request-schema.ts'

/** Of the input of a field. */
export interface InputProps {
  /** Of its element; that of its hint ends with `-hint`. */
  readonly id: string
  readonly name: string
  readonly schema: FieldSchema
  /** Undefined while it is not set. */
  readonly value: unknown
  /** Whether nothing can be sent without it. */
  readonly isMissing: boolean
  readonly onChange: (value: unknown) => void
}
