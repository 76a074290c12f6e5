/** What loads the models of each purpose: how they are checked before a pull, tried after it, and recognised in a repository. */
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

/** Rejects when the model cannot be used. @returns the seconds it took per second of audio, if it is given audio */
type Trial<P extends Purpose> = (
  model: PulledModel<DescriptionFor<P>>,
  device: Device,
) => Promise<number | void>

interface Loader<P extends Purpose> {
  /** Those that its models can be of, if they name one. */
  readonly families: readonly ModelFamily[]
  /** In this process. */
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

/** @throws {ModelError} when nothing here loads a model: the message says what there is */
export function requireLoadable(model: Loadable): void {
  if (model.engine !== undefined)
    requireFamily({ ...model, engine: model.engine }, LOADERS[model.purpose].families)
}

/** Whether something here loads a model. */
export function isLoadable(model: Loadable): boolean {
  try {
    requireLoadable(model)
    return true
  } catch (error) {
    if (error instanceof ModelError) return false
    throw error
  }
}

/** Tries a pulled model, as {@link Trial} says. */
export async function tryLoadable(model: PulledModel, device: Device): Promise<number | void> {
  const { purpose } = model.description
  const trial = await LOADERS[purpose].trial()
  // The trial is that of its purpose.
  return trial(model as never, device)
}
