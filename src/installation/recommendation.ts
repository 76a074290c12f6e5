/** Recommends models of the catalogue for a machine and a language. */
import type { LanguageCode } from '../contract/languages.ts'
import { type CatalogueEntry, expectedSize } from '../models/pulled/catalogue-entry.ts'
import type { Purpose } from '../models/pulled/model-description.ts'
import { megabytes } from '../models/pulled/models-folder.ts'
import { engineThreadCount } from '../speech/batch/engine-thread-count.ts'
import { ENGINES } from '../speech/engines/engines.ts'
import { type Installation, usedFor } from './in-use.ts'
import { type Machine, memoryNeeded } from './machine.ts'

/** Why a model is not recommended. */
interface WhyNot {
  readonly reason: 'licence' | 'memory' | 'cores'
  /** The reason in words. */
  readonly because: string
}

export interface Recommendation {
  /** May already be installed. Null if nothing is better than what is used now. */
  readonly model: CatalogueEntry | null
  /** Name of what is used now. */
  readonly current: string
  /** Whether `current` needs no download. */
  readonly isBundled: boolean
  /** A model that adds punctuation, if `model` does not write it; null if it does, or no such model is known. */
  readonly punctuation: CatalogueEntry | null
  /** Models with a higher priority, and why they are not recommended. */
  readonly leftOut: readonly (WhyNot & { readonly entry: CatalogueEntry })[]
}

/** Estimated memory of a loaded model, as a multiple of the size of its files. */
const MEMORY_PER_BYTE = 1.3

/** Rule of thumb for the size of a model that one core can handle: every step of a recognition reads all its weights. */
const BYTES_PER_CORE = 0.75e9

/** The engines that run on a GPU. */
const ON_GPU: ReadonlySet<string> = new Set(['whisper'])

/** The model with the highest priority that is for the language, may be used commercially, and fits the machine. */
export function recommended(
  entries: readonly CatalogueEntry[],
  purpose: Purpose,
  language: LanguageCode,
  machine: Machine,
  installation: Installation,
): Recommendation {
  const [used] = usedFor(purpose, language, installation)
  const priority = used?.priority ?? -Infinity
  const isServer = used?.kind === 'speech-server'
  const rest = { current: used?.name ?? 'nothing', isBundled: !isServer && priority === -Infinity }
  const leftOut: Recommendation['leftOut'][number][] = []
  for (const entry of entriesFor(entries, purpose, language)) {
    // A model with a lower priority than the one in use would not be used.
    if (isServer || entry.priority < priority) break
    const why = whyNot(entry, machine)
    if (why === null)
      return { ...rest, model: entry, punctuation: punctuationFor(entry, entries, language), leftOut }
    leftOut.push({ entry, ...why })
  }
  return { ...rest, model: null, punctuation: null, leftOut }
}

function punctuationFor(
  model: CatalogueEntry,
  entries: readonly CatalogueEntry[],
  language: LanguageCode,
): CatalogueEntry | null {
  if (!('punctuates' in model) || model.punctuates) return null
  return entriesFor(entries, 'punctuation', language)[0] ?? null
}

/** The models for a purpose and language, by descending priority. */
function entriesFor(
  entries: readonly CatalogueEntry[],
  purpose: Purpose,
  language: LanguageCode,
): CatalogueEntry[] {
  return entries
    .filter((entry) => entry.purpose === purpose && entry.languages.includes(language))
    .toSorted((a, b) => b.priority - a.priority)
}

/** The memory of the service with some models, in bytes. */
export function memoryFor(entries: readonly CatalogueEntry[], machine: Machine): number {
  const models = entries.map((entry) => MEMORY_PER_BYTE * expectedSize(entry) * copiesOf(entry, machine))
  return models.reduce((sum, bytes) => sum + bytes, memoryNeeded(machine.concurrency))
}

/**
 * How often a model is loaded: once by each recogniser of files, or by each of its threads if they cannot share it. Models for
 * other purposes are loaded once.
 */
function copiesOf(entry: CatalogueEntry, machine: Machine): number {
  if (entry.purpose !== 'recognition') return 1
  const isShared = ENGINES.find(({ name }) => name === entry.engine)?.isShared ?? false
  return machine.concurrency * (isShared ? 1 : engineThreadCount(machine))
}

function whyNot(entry: CatalogueEntry, machine: Machine): WhyNot | null {
  const { restriction } = entry
  if (restriction !== undefined)
    return { reason: 'licence', because: `its licence ${restriction.says}, see ${restriction.url}` }
  const needed = memoryFor([entry], machine)
  if (needed > machine.memory)
    return {
      reason: 'memory',
      because: `the service is estimated to need ${megabytes(needed)} of memory with it`,
    }
  const isOnGpu = machine.hasGpu && 'engine' in entry && ON_GPU.has(entry.engine)
  const size = expectedSize(entry)
  if (!isOnGpu && size > BYTES_PER_CORE * machine.cores)
    return {
      reason: 'cores',
      because: `its ${megabytes(size)} are too much work for ${machine.cores} cores`,
    }
  return null
}
