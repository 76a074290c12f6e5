/** Fields that are edited as rows of texts. */
import { MAX } from '../../../contract/limits.ts'
import { languageName } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import type { Column } from '../../ui/row-editor.tsx'
import type { FieldSchema } from './request-schema.ts'
import { metadata, type RowValues, spellings, words } from './row-values.ts'

export interface RowField extends RowValues {
  readonly columns: (schema: FieldSchema) => readonly Column[]
}

/** By the names of the fields. */
export const ROW_FIELDS: ReadonlyMap<string, RowField> = new Map<string, RowField>([
  [
    'spelling_dictionary',
    {
      ...spellings,
      columns: () => [
        { name: 'write', label: t().newJob.rows.write, maxLength: MAX.phrase },
        { name: 'insteadOf', label: t().newJob.rows.insteadOf },
      ],
    },
  ],
  [
    'custom_metadata',
    {
      ...metadata,
      columns: () => [
        { name: 'name', label: t().newJob.rows.name },
        { name: 'value', label: t().newJob.rows.value },
      ],
    },
  ],
  [
    'vocabulary',
    {
      ...words,
      columns: ({ items }) => {
        const entry = items?.anyOf?.find(({ properties }) => properties !== undefined)?.properties
        const languages = entry?.['language']?.enum ?? []
        const { word, soundsLike, language, share } = t().newJob.rows
        return [
          { name: 'value', label: word, maxLength: MAX.phrase },
          { name: 'pronunciations', label: soundsLike },
          {
            name: 'language',
            label: language,
            options: [['', language], ...languages.map((code) => [code, languageName(code)] as const)],
          },
          { name: 'intensity', label: share, isShare: true },
        ]
      },
    },
  ],
])
