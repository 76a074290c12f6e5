/**
 * Extracts the values of the requested classes: `{"<class>": ["<value>", …]}`, each value once, in order of occurrence.
 * Entity recognition covers classes that are entities. Other classes need a language model: without one they are `null`,
 * meaning "not searched", and if all classes need one, the module fails.
 */
import { z } from 'zod'
import { structuredDataExtraction } from '../../../contract/features/structured-data-extraction.ts'
import type { NamedEntity } from '../../../contract/features/named-entity-recognition.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { EnrichmentError } from '../../../contract/features/enrichment-error.ts'
import { entitiesOf } from '../../entities/entities.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'
import { toChunks } from '../../../text/text-chunks.ts'
import type { LanguageModel } from '../../../models/language/language-model.ts'
import type { EntityType } from '../../entities/entity-span.ts'
import classNames from './entity-classes.json' with { type: 'json' }

export const enrichment = defineEnrichment(structuredDataExtraction, {
  async run(transcription, config, { languageModel, textModels, signal }) {
    const classes = [...new Set(config.classes)]
    const languages = new Set(transcription.utterances.map(({ language }) => language))
    const modelled = await textModels.typesIn('entities', languages)
    const isEntity = (name: string) => {
      const types = entityTypesOf(name)
      return types !== undefined && (isCovered(types, languages) || types.some((type) => modelled.has(type)))
    }
    const others = classes.filter((name) => !isEntity(name))
    if (others.length === classes.length && !languageModel) throw needsLanguageModel(others)

    const sentences = sentencesOf(transcription.utterances).map(({ text }) => text)
    const entities = await entitiesOf(transcription, signal, textModels)
    const modelValues =
      languageModel && others.length > 0
        ? await valuesFromModel(others, sentences, languageModel, signal)
        : undefined
    const found = classes.map((name): [string, string[] | null] => {
      const values = isEntity(name) ? valuesOf(entities, entityTypesOf(name) ?? []) : modelValues?.get(name)
      return [name, values ? distinct(values) : null]
    })
    return {
      module: {
        is_empty: found.every(([, values]) => values === null || values.length === 0),
        results: JSON.stringify(Object.fromEntries(found)),
      },
    }
  },
})

function needsLanguageModel(classes: readonly string[]): EnrichmentError {
  return new EnrichmentError(
    501,
    `Extracting ${classes.map((name) => `"${name}"`).join(', ')} from this transcript needs a language model, which ` +
      'this service does not have. Request classes such as persons, organizations, locations, dates, money, emails or phone numbers.',
  )
}

function valuesOf(entities: readonly NamedEntity[], types: readonly string[]): string[] {
  const values = entities.filter(({ entity_group: type }) => types.includes(type)).map(({ text }) => text)
  if (!types.includes('NAME')) return values
  // A first or last name refers to a person whose full name also occurs.
  return values.filter(
    (name) => !values.some((other) => other !== name && ` ${other} `.includes(` ${name} `)),
  )
}

/** Each value once, ignoring case, in the spelling of its first occurrence. */
function distinct(values: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const value of values) {
    const key = value.toLowerCase()
    if (!seen.has(key)) seen.set(key, value)
  }
  return [...seen.values()]
}

/**
 * The classes of data that entity recognition covers, by singular class name in lower case, with spaces between words. A
 * contact has several types.
 */
const TYPES = new Map<string, EntityType[]>()
const NAMES: Readonly<Record<EntityType, readonly string[]>> = classNames
for (const [type, names] of Object.entries(NAMES) as [EntityType, readonly string[]][])
  for (const name of names) TYPES.set(name, [...(TYPES.get(name) ?? []), type])

/**
 * The entity types of a class; undefined if it does not consist of entities.
 * @param name as written by the caller, singular or plural: `Persons`, `email_addresses`, `PHONE`
 */
function entityTypesOf(name: string): readonly EntityType[] | undefined {
  const spaced = name
    .trim()
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
  for (const singular of [
    spaced,
    spaced.replace(/s$/, ''),
    spaced.replace(/es$/, ''),
    spaced.replace(/ies$/, 'y'),
  ]) {
    const types = TYPES.get(singular)
    if (types) return types
  }
  return undefined
}

/** Types that are recognised only in English. */
const ENGLISH_ONLY: ReadonlySet<EntityType> = new Set(['NAME', 'ORGANIZATION', 'PRODUCT'])

/** Returns true if any of these types is recognised in a transcript in these languages. */
function isCovered(types: readonly EntityType[], languages: ReadonlySet<string>): boolean {
  return languages.has('en') || languages.size === 0 || types.some((type) => !ENGLISH_ONLY.has(type))
}

/**
 * The values of each class in a transcript, by class.
 * @param classes names given by the caller
 * @param sentences of the transcript, in order
 * @throws EnrichmentError if the model fails
 * @throws the reason of `signal` once it is aborted
 */
async function valuesFromModel(
  classes: readonly string[],
  sentences: readonly string[],
  languageModel: LanguageModel,
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const answer = z.strictObject({
    classes: z.array(z.strictObject({ class: z.enum(classes), values: z.array(z.string()) })),
  })
  const values = new Map<string, string[]>(classes.map((name) => [name, []]))
  for (const text of toChunks(sentences, languageModel.maxCharacters)) {
    const found = await languageModel.ask(
      {
        name: 'structured_data',
        instructions:
          'The text is part of a transcript. List the values of each of these classes of data in it, in its own words ' +
          `and as short as possible, and nothing that it does not say: ${JSON.stringify(classes)}. ` +
          'A class that does not occur has no values.',
        text,
        answer,
      },
      signal,
    )
    for (const { class: name, values: more } of found.classes) values.get(name)?.push(...more)
  }
  return values
}
