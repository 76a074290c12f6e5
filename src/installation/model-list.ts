/** Lists for operators which models are installed, can be pulled, are used, and are recommended. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { languageCode } from '../contract/languages.ts'
import type { Model, Models } from '../contract/models.ts'
import { CATALOGUE, PUBLISHED_OF_BUNDLED } from '../models/catalogue.ts'
import { type CatalogueEntry, expectedSize, type PublishedFigure } from '../models/pulled/catalogue-entry.ts'
import { type ModelDescription, type Purpose, sizeOf } from '../models/pulled/model-description.ts'
import { ModelsFolder, type ModelState } from '../models/pulled/models-folder.ts'
import { type PulledModel, pulledModel, pulledModels } from '../models/pulled/pulled-model.ts'
import { figuresOf } from '../models/pulled/trial-figures.ts'
import { ENGINES } from '../speech/engines/engines.ts'
import type { SpeechServerSettings } from '../speech/engines/speech-server/settings.ts'
import { allInUse, type Installation, usedFor } from './in-use.ts'
import { groupedLanguages } from './language-groups.ts'
import { isLoadable } from './loaders.ts'
import type { Machine } from './machine.ts'
import { recommended } from './recommendation.ts'

/** The purposes for which models are recommended. */
const RECOMMENDED_FOR: readonly Purpose[] = ['recognition', 'live-recognition', 'speakers']

/** A model of the catalogue, or another one that is installed or incomplete. */
type Listed = CatalogueEntry | ModelDescription

/** Lists the models of a folder. Reads their files only if they are new or have changed: 500 MB take about a second. */
export class ModelList {
  readonly #path: string
  readonly #folder: ModelsFolder
  readonly #speechServer: SpeechServerSettings | null
  /** The state of each pulled model when its files were last read, by name. */
  readonly #read = new Map<string, { readonly key: string; readonly state: Promise<ModelState> }>()

  /** @param folder - of the pulled models; may be missing */
  constructor(folder: string, speechServer: SpeechServerSettings | null) {
    this.#path = folder
    this.#folder = new ModelsFolder(folder)
    this.#speechServer = speechServer
  }

  /** @param pulling - name of the model that is being pulled, and the share of its bytes already downloaded */
  async read(
    machine: Machine,
    pulling: { readonly name: string; readonly share: number } | null,
  ): Promise<Pick<Models, 'items' | 'in_use' | 'recommended'>> {
    const pulled = await pulledModels(this.#path)
    const found = [...(await this.#folder.incomplete()), ...pulled.map(({ description }) => description)]
    const known = new Map<string, Listed>([...CATALOGUE, ...found].map((model) => [model.name, model]))
    for (const entry of CATALOGUE) known.set(entry.name, entry)
    const states = new Map<string, Pick<Model, 'state' | 'share'>>()
    for (const [name, model] of known) states.set(name, await this.#stateOf(model))
    const installation: Installation = {
      pulled: pulled
        .map(({ description }) => description)
        .filter(({ name }) => states.get(name)?.state === 'pulled'),
      speechServer: this.#speechServer,
    }
    if (pulling !== null && known.has(pulling.name))
      states.set(pulling.name, { state: 'pulling', share: pulling.share })
    const measured = new Map(
      await Promise.all(
        pulled.map(async (model) => [model.description.name, await measuredOf(model)] as const),
      ),
    )
    const items = [...known.values()].map((model) => ({
      ...itemOf(model, installation),
      // Null for a model that is not installed yet, even if an earlier version was measured.
      measured: measured.get(model.name) ?? null,
      ...(states.get(model.name) ?? { state: 'available' as const, share: null }),
    }))
    return {
      items: [...bundledItems(installation), ...items],
      in_use: inUse(installation),
      recommended: recommendations(machine, installation),
    }
  }

  async #stateOf(model: Listed): Promise<Pick<Model, 'state' | 'share'>> {
    const installed = await pulledModel(path.join(this.#path, model.name))
    const found =
      installed === null ? await this.#folder.stateOf(model) : await this.#stateOfInstalled(installed)
    if (found.type === 'damaged') return { state: 'damaged', share: null }
    if (found.type === 'pulled') {
      const isUsable = installed !== null && isLoadable(installed.description)
      return { state: isUsable ? 'pulled' : 'unusable', share: null }
    }
    const begun = await this.#folder.known(model.name)
    if (begun === null && found.bytes === 0) return { state: 'available', share: null }
    return { state: 'incomplete', share: Math.min(1, found.bytes / sizeFor(begun ?? model)) }
  }

  async #stateOfInstalled(model: PulledModel): Promise<ModelState> {
    const { name } = model.description
    const key = await keyOf(model)
    const last = this.#read.get(name)
    if (last?.key === key) return last.state
    const state = this.#folder.stateOf(model.description)
    this.#read.set(name, { key, state })
    return state
  }
}

/** A key that changes with the files of a model. */
async function keyOf({ description, folder, id }: PulledModel): Promise<string> {
  const files = Object.keys(description.files).map(async (name) => {
    const { ino, size, mtimeMs } = await stat(path.join(folder, name)).catch(() => ({
      ino: 0,
      size: 0,
      mtimeMs: 0,
    }))
    return [ino, size, mtimeMs]
  })
  return JSON.stringify([id, await Promise.all(files)])
}

async function measuredOf(model: PulledModel): Promise<Model['measured']> {
  const figures = await figuresOf(model)
  if (figures === null) return null
  const { peakBytes, secondsPerSecond } = figures
  return { peak_bytes: peakBytes, speed: secondsPerSecond === null ? null : 1 / secondsPerSecond }
}

const sizeFor = (model: Listed): number => ('about' in model ? expectedSize(model) : sizeOf(model))

function itemOf(model: Listed, installation: Installation): Omit<Model, 'state' | 'share' | 'measured'> {
  const { name, purpose, licence, languages } = model
  return {
    name,
    purpose,
    engine: engineOf(model),
    about: 'about' in model ? model.about : null,
    languages: [...languages],
    targets: 'targets' in model ? [...model.targets] : null,
    licence,
    restriction: ('restriction' in model && model.restriction) || null,
    size_bytes: sizeFor(model),
    ...publishedOf('published' in model ? model.published : []),
    used_for: usedLanguages(name, purpose, installation),
  }
}

function engineOf(model: Listed): string {
  if (model.purpose === 'speakers') return 'sherpa-onnx'
  return 'engine' in model ? model.engine : 'transformers.js'
}

function publishedOf(figures: readonly PublishedFigure[]): Pick<Model, 'words_wrong' | 'published'> {
  return {
    words_wrong: figures.find(({ wordsWrong }) => wordsWrong !== undefined)?.wordsWrong ?? null,
    published: figures.map(({ figure, source }) => ({ figure, source })),
  }
}

function usedLanguages(name: string, purpose: Purpose, installation: Installation): Model['used_for'] {
  return languageCode.options.filter((language) => usedFor(purpose, language, installation)[0]?.name === name)
}

function bundledItems(installation: Installation): Model[] {
  return ENGINES.flatMap(({ name, bundled }) =>
    bundled === undefined
      ? []
      : {
          name,
          purpose: 'recognition' as const,
          engine: name,
          about: null,
          languages: [...bundled.languages],
          targets: null,
          licence: null,
          restriction: null,
          size_bytes: null,
          ...publishedOf(PUBLISHED_OF_BUNDLED[name] ?? []),
          state: 'bundled' as const,
          share: null,
          used_for: usedLanguages(name, 'recognition', installation),
          measured: null,
        },
  )
}

function inUse(installation: Installation): Models['in_use'] {
  return allInUse(installation).flatMap(({ purpose, groups }) =>
    groups.map(({ languages, value }) => ({
      purpose,
      languages: [...languages],
      used: value.map(({ name, kind }) => ({ name, kind })),
    })),
  )
}

function recommendations(machine: Machine, installation: Installation): Models['recommended'] {
  return RECOMMENDED_FOR.flatMap((purpose) =>
    groupedLanguages(
      languageCode.options,
      (language) => recommended(CATALOGUE, purpose, language, machine, installation),
      ({ model, current, punctuation, leftOut }) =>
        [model?.name, current, punctuation?.name, ...leftOut.map(({ entry }) => entry.name)].join(),
    ).map(({ languages, value: { model, current, punctuation, leftOut } }) => ({
      purpose,
      languages: [...languages],
      model: model?.name ?? null,
      instead_of: current,
      punctuation: punctuation?.name ?? null,
      left_out: leftOut.map(({ entry, reason, because }) => ({ model: entry.name, reason, because })),
    })),
  )
}
