/** List filters as options, generated from the parameters of the API. */
import { type Command, Option } from 'commander'
import { z } from 'zod'
import type { JobFilters } from '../../../clients/typescript/src/index.ts'
import { listParameters } from '../../contract/list-query.ts'

/** Parameters of pages, which have options of their own. */
const PAGING = ['offset', 'limit', 'cursor']
const FILTERS = Object.entries(listParameters.shape).filter(([name]) => !PAGING.includes(name))

/** Adds an option for each filter, such as `--before-date <date>`. */
export function addListOptions(command: Command): Command {
  for (const [name, schema] of FILTERS) {
    const words = name.split('_')
    const option = `--${words.join('-')} <${choicesOf(schema) ?? words.at(-1)}>`
    const added = new Option(option, shortDescription(schema))
    if (isFreeList(schema)) added.argParser((value, given: string[] | undefined) => [...(given ?? []), value])
    command.addOption(added)
  }
  return command
}

/** The parameters of the API for the given options. The service validates their values. */
export function listFilters(options: Readonly<Record<string, unknown>>): JobFilters {
  const given = FILTERS.map(([name]) => [name, options[camelCase(name)]])
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as JobFilters
}

/** The choices of a list with few of them, such as `done,error`. */
function choicesOf(schema: z.ZodType): string | null {
  const inner = withoutOptional(schema)
  if (!(inner instanceof z.ZodArray) || !(inner.element instanceof z.ZodEnum)) return null
  return inner.element.options.length > 5 ? 'names' : inner.element.options.join(',')
}

/** Whether it is a list of arbitrary strings: its option is repeated, since a string may contain commas. */
function isFreeList(schema: z.ZodType): boolean {
  const inner = withoutOptional(schema)
  return inner instanceof z.ZodArray && inner.element instanceof z.ZodString
}

const withoutOptional = (schema: z.ZodType) => (schema instanceof z.ZodOptional ? schema.unwrap() : schema)

/** The first sentence, without alternative spellings of the value. */
function shortDescription({ description = '' }: z.ZodType): string {
  const [sentence = ''] = description.replaceAll('`', '').split(/\. |, or |\.$/, 1)
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}

function camelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
