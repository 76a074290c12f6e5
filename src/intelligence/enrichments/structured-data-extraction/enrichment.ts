/**
 * What the transcript says of the classes asked for: `{"<class>": ["<value>", …]}`, each value once, in order. Classes
 * that entities cover are looked up among them. Others need a language model: without one they are `null`, which says
 * that nobody looked, and if there are no others the module fails.
 */
import { structuredDataExtraction } from '../../../contract/features/structured-data-extraction.ts'
import type { NamedEntity } from '../../../contract/features/named-entity-recognition.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { EnrichmentError } from '../../enrichment-error.ts'
import { entitiesOf } from '../../text/entities/entities.ts'
import { valuesFromModel } from './model-values.ts'
import { canBeFound, entityTypesOf } from './entity-classes.ts'
import { sentencesOf } from '../../text/timed-sentences.ts'

export const enrichment = defineEnrichment(structuredDataExtraction, {
  async run(transcription, config, { languageModel, signal }) {
    const classes = [...new Set(config.classes)]
    const languages = new Set<string>(transcription.utterances.map(({ language }) => language))
    const isEntity = (name: string) => {
      const types = entityTypesOf(name)
      return types !== undefined && canBeFound(types, languages)
    }
    const others = classes.filter((name) => !isEntity(name))
    if (others.length === classes.length && !languageModel) throw needsLanguageModel(others)

    const entities = await entitiesOf(transcription, signal)
    const asked =
      languageModel && others.length > 0
        ? await valuesFromModel(others, textsOf(transcription), languageModel, signal)
        : undefined
    const found = classes.map((name): [string, string[] | null] => {
      const values = isEntity(name) ? valuesOf(entities, entityTypesOf(name) ?? []) : asked?.get(name)
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
    `A language model is needed to extract ${classes.map((name) => `"${name}"`).join(', ')} from this transcript. ` +
      'Set LLM_URL, or ask for classes such as persons, organizations, locations, dates, money, emails or phone numbers.',
  )
}

function textsOf({ utterances }: Parameters<typeof entitiesOf>[0]): string[] {
  return sentencesOf(utterances).map(({ text }) => text)
}

function valuesOf(entities: readonly NamedEntity[], types: readonly string[]): string[] {
  const values = entities.filter(({ entity_type: type }) => types.includes(type)).map(({ text }) => text)
  if (!types.includes('NAME')) return values
  // Who was named in full once is not somebody else when called by one name.
  return values.filter(
    (name) => !values.some((other) => other !== name && ` ${other} `.includes(` ${name} `)),
  )
}

/** Each value once, as it was said first. */
function distinct(values: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const value of values) {
    const key = value.toLowerCase()
    if (!seen.has(key)) seen.set(key, value)
  }
  return [...seen.values()]
}
