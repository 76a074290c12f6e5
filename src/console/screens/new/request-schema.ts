/** The fields of a transcription request, from the published OpenAPI document. */
import { get } from '../../api.ts'
import type { Messages } from '../../languages/en.ts'
import { type OpenApi, resolvedIn, type Schema, type Schemas } from '../../openapi.ts'
import type { JobOptions } from '../../uploads/uploads.ts'

/** The schema of a field: of one type, with `enum` if there are choices. */
export interface FieldSchema extends Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly items?: FieldSchema
  readonly anyOf?: readonly FieldSchema[]
  readonly properties?: Readonly<Record<string, FieldSchema>>
}

interface Field {
  readonly name: string
  readonly schema: FieldSchema
}

/** An option of a request: a flag with its settings, or a single field. */
export interface Option extends Field {
  /** The settings of a flag, in `<name>_config`; null if it has none. */
  readonly settings: FieldSchema | null
}

type GroupName = keyof Messages['newJob']['groups']

export interface OptionGroup {
  readonly name: GroupName
  readonly options: readonly Option[]
}

/** The groups of options. Others, such as new ones, are in the last group. */
const GROUPS: readonly (readonly [group: GroupName, names: readonly string[]])[] = [
  ['speakers', ['diarization', 'speaker_reidentification']],
  ['language', ['language_config', 'translation', 'context_prompt', 'custom_vocabulary', 'custom_spelling']],
  ['text', ['subtitles', 'sentences', 'punctuation_enhanced', 'name_consistency', 'display_mode']],
  [
    'analysis',
    [
      'summarization',
      'chapterization',
      'named_entity_recognition',
      'sentiment_analysis',
      'structured_data_extraction',
      'audio_to_llm',
    ],
  ],
  ['privacy', ['pii_redaction', 'moderation', 'retention']],
  ['delivery', ['callback', 'custom_metadata']],
]

export async function loadOptions(): Promise<readonly OptionGroup[]> {
  const { paths, components } = await get<OpenApi>('openapi.json')
  const body = paths['/v2/pre-recorded']?.['post']?.requestBody?.content['application/json']?.schema ?? {}
  const fields = whole(body, components.schemas).properties ?? {}
  const options = Object.entries(fields).flatMap(([name, schema]): Option[] => {
    const flag = name.endsWith('_config') ? name.slice(0, -'_config'.length) : name
    const isSetting = flag !== name && fields[flag] !== undefined && !fields[flag].deprecated
    if (isSetting || schema.deprecated || name === 'audio_url') return []
    return [{ name, schema, settings: fields[`${name}_config`] ?? null }]
  })
  const known = new Set(GROUPS.flatMap(([, names]) => names))
  const rest = options.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  return [...GROUPS, ['others', rest] as const].flatMap(([name, names]) => {
    const found = names.flatMap((one) => options.filter((option) => option.name === one))
    return found.length === 0 ? [] : [{ name, options: found }]
  })
}

/** The codes of the languages that can be recognised. */
export async function loadLanguages(): Promise<readonly string[]> {
  const { components } = await get<OpenApi>('openapi.json')
  const config = whole(components.schemas['LanguageConfig'] ?? {}, components.schemas)
  return config.properties?.['languages']?.items?.enum ?? []
}

/** Whether it is a boolean, possibly with older forms of another type. */
export const isFlag = ({ type, anyOf }: FieldSchema): boolean =>
  type === 'boolean' || (anyOf?.some((one) => one.type === 'boolean') ?? false)

export const isNumber = ({ type }: FieldSchema): boolean => type === 'number' || type === 'integer'

/** An option and a field of its settings. */
export type FieldPath = readonly [option: string, field: string]

/** The id of the field's element. */
export const fieldId = ([option, field]: FieldPath): string => `option-${option}-${field}`

/** A missing field without which the chosen options are invalid, or null. */
export function missingField(groups: readonly OptionGroup[], options: JobOptions): FieldPath | null {
  for (const { name, settings } of groups.flatMap((group) => group.options)) {
    if (options[name] !== true || settings === null) continue
    const given = (options[`${name}_config`] ?? {}) as Readonly<Record<string, unknown>>
    const field = settings.required?.find((one) => given[one] === undefined)
    if (field !== undefined) return [name, field]
  }
  return null
}

/** The parameters of a job, without defaults. */
export function withoutDefaults(params: object, groups: readonly OptionGroup[]): JobOptions {
  const options = groups.flatMap((group) => group.options)
  const kept = Object.entries(params).filter(([name, value]) => {
    const flag = name.replace(/_config$/, '')
    const option = options.find((one) => one.name === name || one.name === flag)
    return option !== undefined && JSON.stringify(value) !== JSON.stringify(defaultOf(option, name))
  })
  return Object.fromEntries(kept)
}

function defaultOf({ name, schema }: Option, of: string): unknown {
  if (name !== of || schema.properties === undefined) return name === of ? schema.default : undefined
  const defaults = Object.entries(schema.properties).map(([field, { default: value }]) => [field, value])
  return Object.fromEntries(defaults)
}

/** A schema with its references resolved. */
function whole(schema: Schema, schemas: Schemas): FieldSchema {
  const { items, anyOf, properties, ...itself } = resolvedIn(schemas, schema)
  return {
    ...(itself as FieldSchema),
    ...(items && { items: whole(items, schemas) }),
    ...(anyOf && { anyOf: anyOf.map((option) => whole(option, schemas)) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, whole(field, schemas)]),
      ),
    }),
  }
}
