/** For each purpose, how models are recognised in a repository, checked before a pull, and tried after it. */
import type { LanguageCode } from '../contract/languages.ts'
import type { Device } from '../models/onnx-session.ts'
import type { EngineLayout } from '../models/pulled/layout.ts'
import type { DescriptionFor, Purpose } from '../models/pulled/model-description.ts'
import { ModelError } from '../models/pulled/model-error.ts'
import { type ModelFamily, requireFamily } from '../models/pulled/model-family.ts'
import type { PulledModel } from '../models/pulled/pulled-model.ts'
import { ENGINES } from '../speech/engines/engines.ts'
import { STREAMING_FAMILIES } from '../speech/engines/streaming/streaming-family.ts'
import { PUNCTUATION_FAMILIES } from '../speech/punctuation/punctuation-families.ts'

/** A description, or an entry of the catalogue. */
interface Loadable {
  readonly name: string
  readonly purpose: Purpose
  readonly engine?: string
  readonly languages: readonly LanguageCode[]
  readonly files: object
}

/** Tries a model; rejects if it cannot be used. @returns seconds taken per second of audio, if the model was given audio */
type Trial<P extends Purpose> = (
  model: PulledModel<DescriptionFor<P>>,
  device: Device,
) => Promise<number | void>

interface Loader<P extends Purpose> {
  /** The families to which models with an engine can belong. */
  readonly families: readonly ModelFamily[]
  /** Loads the trial, which runs in this process. */
  readonly trial: () => Promise<Trial<P>>
}

const text = {
  families: [],
  trial: async () => (await import('../models/text/try-text-model.ts')).tryTextModel,
}

const LOADERS: { readonly [P in Purpose]: Loader<P> } = {
  recognition: {
    families: ENGINES,
    trial: async () => (await import('../speech/engines/try-model.ts')).tryModel,
  },
  'live-recognition': {
    families: STREAMING_FAMILIES,
    trial: async () => (await import('../speech/engines/streaming/try-streaming-model.ts')).tryStreamingModel,
  },
  speakers: {
    families: [],
    trial: async () => (await import('../speech/speakers/try-speaker-model.ts')).trySpeakerModel,
  },
  punctuation: {
    families: PUNCTUATION_FAMILIES,
    trial: async () => (await import('../speech/punctuation/try-punctuation-model.ts')).tryPunctuationModel,
  },
  entities: text,
  'personal-data': text,
  sentiment: text,
  emotion: text,
  translation: text,
}

/** How repositories publish the models of each engine. */
export const LAYOUTS: readonly EngineLayout[] = (
  ['recognition', 'live-recognition', 'punctuation'] as const
).flatMap((purpose) =>
  LOADERS[purpose].families.flatMap(({ name, layout }) =>
    layout === undefined ? [] : [{ purpose, engine: name, ...layout }],
  ),
)

/** @throws {ModelError} if nothing here can load a model; the message lists what there is */
export function requireLoadable(model: Loadable): void {
  if (model.engine !== undefined)
    requireFamily({ ...model, engine: model.engine }, LOADERS[model.purpose].families)
}

/** Whether something here can load a model. */
export function isLoadable(model: Loadable): boolean {
  try {
    requireLoadable(model)
    return true
  } catch (error) {
    if (error instanceof ModelError) return false
    throw error
  }
}

/** Tries a pulled model, see {@link Trial}. */
export async function tryLoadable(model: PulledModel, device: Device): Promise<number | void> {
  const { purpose } = model.description
  const trial = await LOADERS[purpose].trial()
  // The trial is the one for the model's purpose, which the types do not show.
  return trial(model as never, device)
}
