/** Which models something here loads, and how each kind is tried and recognised in a repository. */
import type { Device } from '../../models/onnx-session.ts'
import type { EngineLayout } from '../../models/pulled/layout.ts'
import type { DescriptionFor, Purpose } from '../../models/pulled/model-description.ts'
import { ModelError } from '../../models/pulled/model-error.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import { ENGINES } from '../../speech/engines/engines.ts'
import { familyOf, requireFamily } from '../../speech/engines/load-model.ts'

/** Rejects when the model cannot be used. @returns the seconds it took per second of audio, if it is given audio */
type Trial<P extends Purpose> = (
  model: PulledModel<DescriptionFor<P>>,
  device: Device,
) => Promise<number | void>

const textTrial = async () => (await import('../../models/text/try-text-model.ts')).tryTextModel

/** The trial of a model of each purpose that something loads, in this process. */
export const TRIALS: { readonly [P in Purpose]?: () => Promise<Trial<P>> } = {
  recognition: async () => (await import('../../speech/engines/try-model.ts')).tryModel,
  entities: textTrial,
  'personal-data': textTrial,
  sentiment: textTrial,
  emotion: textTrial,
  translation: textTrial,
}

/** How repositories publish the models of each engine. */
export const LAYOUTS: readonly EngineLayout[] = ENGINES.flatMap(({ name, layout }) =>
  layout === undefined ? [] : [{ purpose: 'recognition' as const, engine: name, ...layout }],
)

/** A description, or an entry of the catalogue. */
interface Model {
  readonly name: string
  readonly purpose: Purpose
  readonly engine?: string
  readonly files: object
}

/** Whether something here loads a model. */
export function isLoadable(model: Model): boolean {
  if (TRIALS[model.purpose] === undefined) return false
  return model.purpose !== 'recognition' || familyOf({ engine: '', ...model }) !== undefined
}

/** @throws {ModelError} when nothing here loads a model: the message says what there is */
export function requireLoadable(model: Model): void {
  if (TRIALS[model.purpose] === undefined)
    throw new ModelError(
      `${model.name} is for ${model.purpose}, which this version does not do with a pulled model`,
    )
  if (model.purpose === 'recognition') requireFamily({ engine: '', ...model })
}
