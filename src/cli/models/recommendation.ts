/** Which model of the catalogue suits a machine and a language: the rules. */
import type { LanguageCode } from '../../contract/languages.ts'
import { type CatalogueEntry, expectedSize } from '../../models/pulled/catalogue-entry.ts'
import type { Purpose } from '../../models/pulled/model-description.ts'
import { megabytes } from '../../models/pulled/models-folder.ts'
import { engineThreadCount } from '../../speech/batch/engine-thread-count.ts'
import { ENGINES } from '../../speech/engines/engines.ts'
import { memoryNeeded } from '../memory.ts'
import { type Installation, SPEECH_SERVER, usedFor } from './in-use.ts'

export interface Machine {
  readonly cores: number
  /** Bytes. */
  readonly memory: number
  /** Files that are transcribed at the same time. */
  readonly concurrency: number
  readonly hasGpu: boolean
}

export interface Recommendation {
  /** May be installed already. Null where nothing is better than what is used now. */
  readonly model: CatalogueEntry | null
  /** What is used now. */
  readonly current: string
  /** Whether it needs no download. */
  readonly isBundled: boolean
  /** A model for the marks that it does not write; null where it does, or none is known. */
  readonly punctuation: CatalogueEntry | null
  /** Models that would come before it, and why they do not. */
  readonly leftOut: readonly { readonly entry: CatalogueEntry; readonly because: string }[]
}

/** The memory of a loaded model, by the size of its files: an estimate. */
const MEMORY_PER_BYTE = 1.3

/** What a core reads in time, as a rule of thumb: every step of a recognition reads all weights of a model. */
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
  const [used = { name: 'nothing', because: '' }] = usedFor(purpose, language, installation)
  const priority = installation.pulled.find(({ name }) => name === used.name)?.priority ?? -Infinity
  const isServer = used.because === SPEECH_SERVER
  const rest = { current: used.name, isBundled: !isServer && priority === -Infinity }
  const leftOut: Recommendation['leftOut'][number][] = []
  for (const entry of entriesFor(entries, purpose, language)) {
    // What comes after the one in use would not be used.
    if (isServer || entry.priority < priority) break
    const because = whyNot(entry, machine)
    if (because === null)
      return { ...rest, model: entry, punctuation: punctuationFor(entry, entries, language), leftOut }
    leftOut.push({ entry, because })
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

/** By descending priority. */
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

/** Each recogniser of files has its own, once for each of its threads if they cannot share it; of live sessions, and of speakers, there is one. */
function copiesOf(entry: CatalogueEntry, machine: Machine): number {
  if (entry.purpose !== 'recognition') return 1
  const isShared = ENGINES.find(({ name }) => name === entry.engine)?.isShared ?? false
  return machine.concurrency * (isShared ? 1 : engineThreadCount(machine))
}

function whyNot(entry: CatalogueEntry, machine: Machine): string | null {
  if (entry.restriction !== undefined)
    return `its licence ${entry.restriction.says}, see ${entry.restriction.url} ("--accept-licence" pulls it)`
  const needed = memoryFor([entry], machine)
  if (needed > machine.memory)
    return `the service is estimated to need ${megabytes(needed)} of memory with it`
  const isOnGpu = machine.hasGpu && 'engine' in entry && ON_GPU.has(entry.engine)
  const size = expectedSize(entry)
  if (!isOnGpu && size > BYTES_PER_CORE * machine.cores)
    return `its ${megabytes(size)} are too much work for ${machine.cores} cores`
  return null
}
