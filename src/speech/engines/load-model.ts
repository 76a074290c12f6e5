/** Loads bundled and pulled models with their engine families. */
import { readBundledFile } from '../../models/bundled-files.ts'
import type { DescriptionFor } from '../../models/pulled/model-description.ts'
import { requireFamily } from '../../models/pulled/model-family.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import type { Engine, EngineFamily, LoadContext } from './engine.ts'
import { ENGINES } from './engines.ts'

/** @throws Error if a file of the model is missing or altered */
export async function loadBundled<E extends Engine>({ name, bundled, load }: EngineFamily<E>): Promise<E> {
  const read = async (file: string) => {
    const declared = bundled?.files[file]
    if (declared === undefined) throw new Error(`${name} has no bundled ${file}`)
    return readBundledFile(declared)
  }
  const not = (what: string) => async () => {
    throw new Error(`A bundled model ${what}`)
  }
  return load({ read, path: not('is read') }, { device: 'cpu', aligner: not('times its words itself') })
}

/** @throws Error if a file is missing or damaged, or the files are not a model of the family */
export async function loadPulled(
  model: PulledModel<DescriptionFor<'recognition'>>,
  context: LoadContext,
  families: readonly EngineFamily[] = ENGINES,
): Promise<Engine> {
  return requireFamily(model.description, families).load(model, context)
}
