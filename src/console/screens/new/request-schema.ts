/** The fields of a request to transcribe, as the published OpenAPI document describes them. */
import { get } from '../../api.ts'

/** A JSON Schema, as far as forms need it. */
export interface FieldSchema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly deprecated?: boolean
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly items?: FieldSchema
  readonly anyOf?: readonly FieldSchema[]
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post?: {
          readonly requestBody?: { readonly content: Readonly<Record<string, { schema: FieldSchema }>> }
        }
      }
    >
  >
  readonly components: { readonly schemas: Readonly<Record<string, FieldSchema>> }
}

interface Field {
  readonly name: string
  readonly schema: FieldSchema
}

/** An option of a request: a flag with its settings, or a field of its own. */
export interface Option extends Field {
  /** The settings of a flag, which are in `<name>_config`; null if it has none. */
  readonly settings: FieldSchema | null
}

export interface OptionGroup {
  readonly title: string
  readonly options: readonly Option[]
}

/** How options are grouped. Those that are not named here, such as new ones, are in the last group. */
const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Language', ['language_config', 'context_prompt', 'custom_vocabulary', 'custom_spelling', 'translation']],
  ['Speakers', ['diarization', 'speaker_reidentification']],
  ['Text', ['sentences', 'punctuation_enhanced', 'display_mode', 'name_consistency', 'subtitles']],
  [
    'Analysis',
    [
      'summarization',
      'chapterization',
      'named_entity_recognition',
      'sentiment_analysis',
      'structured_data_extraction',
      'audio_to_llm',
    ],
  ],
  ['Privacy', ['pii_redaction', 'moderation']],
  ['Delivery', ['callback', 'custom_metadata']],
]
const OTHERS = 'More'

export async function loadOptions(): Promise<readonly OptionGroup[]> {
  const { paths, components } = await get<OpenApi>('openapi.json')
  const body = paths['/v2/pre-recorded']?.post?.requestBody?.content['application/json']?.schema ?? {}
  const fields = resolved(body, components.schemas).properties ?? {}
  const options = Object.entries(fields).flatMap(([name, schema]): Option[] => {
    const flag = name.endsWith('_config') ? name.slice(0, -'_config'.length) : name
    const isSetting = flag !== name && fields[flag] !== undefined && !fields[flag].deprecated
    if (isSetting || schema.deprecated || name === 'audio_url') return []
    return [{ name, schema, settings: fields[`${name}_config`] ?? null }]
  })
  const known = new Set(GROUPS.flatMap(([, names]) => names))
  const rest = options.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  return [...GROUPS, [OTHERS, rest] as const].flatMap(([title, names]) => {
    const found = names.flatMap((name) => options.filter((option) => option.name === name))
    return found.length === 0 ? [] : [{ title, options: found }]
  })
}

/** The codes of the languages that speech may be in. */
export async function loadLanguages(): Promise<readonly string[]> {
  const { components } = await get<OpenApi>('openapi.json')
  const config = resolved(components.schemas['LanguageConfig'] ?? {}, components.schemas)
  return config.properties?.['languages']?.items?.enum ?? []
}

/** A schema with those that it refers to in their places. */
function resolved(schema: FieldSchema, schemas: Readonly<Record<string, FieldSchema>>): FieldSchema {
  const { $ref, ...beside } = schema
  const target = $ref === undefined ? {} : resolved(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
  const whole = { ...target, ...beside }
  return {
    ...whole,
    ...(whole.items && { items: resolved(whole.items, schemas) }),
    ...(whole.anyOf && { anyOf: whole.anyOf.map((option) => resolved(option, schemas)) }),
    ...(whole.properties && {
      properties: Object.fromEntries(
        Object.entries(whole.properties).map(([name, field]) => [name, resolved(field, schemas)]),
      ),
    }),
  }
}
