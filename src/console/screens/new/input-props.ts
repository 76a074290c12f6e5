import type { FieldSchema } from './request-schema.ts'

/** Props of the input of a field. */
export interface InputProps {
  /** Id of its element. The id of its hint ends with `-hint`. */
  readonly id: string
  readonly name: string
  readonly schema: FieldSchema
  /** Undefined if it is not set. */
  readonly value: unknown
  /** Whether it is required, and missing. */
  readonly isMissing: boolean
  readonly onChange: (value: unknown) => void
}
