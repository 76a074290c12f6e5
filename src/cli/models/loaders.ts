/** What loads the models of each purpose: how they are checked before a pull, tried after it, and recognised in a repository. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Device } from '../../models/onnx-session.ts'
import type { EngineLayout } from '../../models/pulled/layout.ts'
import type { DescriptionFor, Purpose } from '../../models/pulled/model-description.ts'
import { ModelError } from '../../models/pulled/model-error.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import { ENGINES } from '../../speech/engines/engines.ts'
import { requireFamily } from '../../speech/engines/load-model.ts'

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
  /** @throws {ModelError} when no engine loads the model: the message says which there are */
  readonly check?: (model: Loadable & { readonly engine: string }) => unknown
  /** In this process. */
  readonly trial: () => Promise<Trial<P>>
}

const text = { trial: async () => (await import('../../models/text/try-text-model.ts')).tryTextModel }

/** A model for any other purpose cannot be pulled: nothing loads it. */
const LOADERS: { readonly [P in Purpose]?: Loader<P> } = {
  recognition: {
    check: requireFamily,
    trial: async () => (await import('../../speech/engines/try-model.ts')).tryModel,
  },
  entities: text,
  'personal-data': text,
  sentiment: text,
  emotion: text,
  translation: text,
}

/** How repositories publish the models of each engine. */
export const LAYOUTS: readonly EngineLayout[] = ENGINES.flatMap(({ name, layout }) =>
  layout === undefined ? [] : [{ purpose: 'recognition' as const, engine: name, ...layout }],
)

/** @throws {ModelError} when nothing here loads a model: the message says what there is */
export function requireLoadable(model: Loadable): void {
  const loader = LOADERS[model.purpose]
  if (loader === undefined)
    throw new ModelError(
      `${model.name} is for ${model.purpose}, which this version does not do with a pulled model`,
    )
  loader.check?.({ engine: '', ...model })
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
  const trial = await LOADERS[purpose]?.trial()
  if (trial === undefined) throw new Error(`Nothing loads a model for ${purpose}`)
  // The trial is that of its purpose.
  return trial(model as never, device)
}
