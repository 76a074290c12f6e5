import { availableParallelism } from 'node:os'
import { languageCode, type LanguageCode } from '../../contract/languages.ts'
import { CATALOGUE, PUBLISHED_OF_BUNDLED } from '../../models/catalogue.ts'
import { deviceFor } from '../../models/device.ts'
import {
  type CatalogueEntry,
  expectedSize,
  type PublishedFigure,
} from '../../models/pulled/catalogue-entry.ts'
import type { Purpose } from '../../models/pulled/model-description.ts'
import { megabytes } from '../../models/pulled/models-folder.ts'
import { pulledModels } from '../../models/pulled/pulled-model.ts'
import { figuresOf, type TrialFigures } from '../../models/pulled/trial-figures.ts'
import { type Config, readConfig } from '../../service/config.ts'
import { memoryOfMachine } from '../memory.ts'
import { groupedLanguages } from './languages.ts'
import { isLoadable } from './loaders.ts'
import { type Machine, memoryFor, type Recommendation, recommended } from './recommendation.ts'

/** What can be recommended, as people call it. */
const PARTS: readonly (readonly [Purpose, string])[] = [
  ['recognition', 'RECORDINGS'],
  ['live-recognition', 'LIVE SESSIONS'],
  ['speakers', 'SPEAKERS'],
]

/** What a trial measured, by the names of the models that are installed. */
type Installed = ReadonlyMap<string, TrialFigures | null>

/** Prints which models of the catalogue suit this machine and some languages, with the reasons. */
export async function recommendModels({
  languages = languageCode.options,
}: {
  readonly languages?: readonly LanguageCode[]
}): Promise<void> {
  const config = readConfig(process.env)
  const machine = await thisMachine(config)
  const models = await pulledModels(config.storage.modelsDir)
  const installed = new Map(
    await Promise.all(models.map(async (model) => [model.description.name, await figuresOf(model)] as const)),
  )
  const entries = CATALOGUE.filter(isLoadable)
  const lines = [machineLine(machine, config)]
  for (const [purpose, title] of PARTS) {
    const groups = groupedLanguages(
      languages,
      (language) => recommended(entries, purpose, language, machine),
      ({ model, without, leftOut }) =>
        [model?.name, without, ...leftOut.map(({ entry }) => entry.name)].join(),
    )
    lines.push('', title)
    for (const { label, value } of groups) lines.push(...linesOf(label, value, machine, installed))
  }
  process.stdout.write(`${[...lines, '', ...NOTES].join('\n')}\n`)
}

const NOTES = [
  'Figures are those that others have published, mostly of weights with more bits: none was measured here.',
  'Needs of memory and cores are rules of thumb: see docs/models.md.',
  '"scriptorium models try <name> <audio>" compares a pulled model with what is in use, on audio of your own.',
]

async function thisMachine({ jobs }: Config): Promise<Machine> {
  return {
    cores: availableParallelism(),
    memory: memoryOfMachine(),
    concurrency: jobs.concurrency,
    hasGpu: (await deviceFor('auto')) === 'cuda',
  }
}

function machineLine({ cores, memory, concurrency, hasGpu }: Machine, { models }: Config): string {
  const gpu = !hasGpu
    ? 'no GPU that models can use'
    : models.device === 'cpu'
      ? 'a GPU, which Whisper models use with DEVICE=cuda'
      : 'a GPU, which Whisper models use'
  const files = concurrency === 1 ? 'one file' : `${concurrency} files`
  return `This machine: ${cores} cores, ${megabytes(memory)} of memory, ${gpu}; ${files} at a time (CONCURRENCY).`
}

function linesOf(
  label: string,
  { model, without, leftOut, punctuation }: Recommendation,
  machine: Machine,
  installed: Installed,
): string[] {
  const others = leftOut.map(({ entry, because }) => `    ${entry.name} is left out: ${because}`)
  if (model === null)
    return [`  ${label}: ${without}, which needs no download, is the best choice`, ...others]
  const size = expectedSize(model)
  const facts = [size === null ? null : megabytes(size), model.licence].filter((fact) => fact !== null)
  const pulls = [model, ...(punctuation === null ? [] : [punctuation])].map(({ name }) =>
    installed.has(name) ? `    ${name} is installed` : `    scriptorium models pull ${name}`,
  )
  return [
    `  ${label}: ${model.name} (${facts.join(', ')}), instead of ${without}`,
    `    For ${model.about}`,
    ...figures(model.name, model.published),
    ...figures(without, PUBLISHED_OF_BUNDLED[without] ?? []),
    `    ${memoryLine(model, machine, installed.get(model.name))}`,
    ...others,
    ...(punctuation === null ? [] : [`    It writes no punctuation: ${punctuation.name} does`]),
    ...pulls,
  ]
}

function figures(name: string, published: readonly PublishedFigure[]): string[] {
  return published.map(({ figure, source }) => `    Published of ${name}: ${figure} (${source})`)
}

function memoryLine(
  model: CatalogueEntry,
  machine: Machine,
  figures: TrialFigures | null | undefined,
): string {
  if (figures) {
    const time =
      figures.secondsPerSecond === null
        ? ''
        : `, and ${figures.secondsPerSecond.toFixed(2)} s for a second of silence`
    return `At its trial here it took ${megabytes(figures.peakBytes)} of memory${time}`
  }
  const needed = memoryFor(model, machine)
  return needed === null
    ? 'How much memory it needs is not known'
    : `With it, the service is estimated to need up to ${megabytes(needed)} of memory`
}
