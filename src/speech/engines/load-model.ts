/** Loads bundled and pulled models with the engine family they belong to. */
import type { LanguageCode } from '../../contract/languages.ts'
import { readBundledFile } from '../../models/bundled-files.ts'
import type { DescriptionFor } from '../../models/pulled/model-description.ts'
import { ModelError } from '../../models/pulled/model-error.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import type { Engine, EngineFamily, LoadContext } from './engine.ts'
import { ENGINES } from './engines.ts'

/** @throws Error when a file of the model is missing or altered */
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

/** @throws Error when a file is missing or damaged, or the files are not a model of the family */
export async function loadPulled(
  model: PulledModel<DescriptionFor<'recognition'>>,
  context: LoadContext,
  families: readonly EngineFamily[] = ENGINES,
): Promise<Engine> {
  return requireFamily(model.description, families).load(model, context)
}

/** What tells which family loads a model. */
interface OfFamily {
  readonly name: string
  readonly engine: string
  readonly languages: readonly LanguageCode[]
  /** By their names. */
  readonly files: object
}

/** The family that loads a model: the one it names, if it has that family's files. */
export function familyOf(
  { engine, files }: Pick<OfFamily, 'engine' | 'files'>,
  families: readonly EngineFamily[] = ENGINES,
): EngineFamily | undefined {
  const names = new Set(Object.keys(files))
  return families.find(
    (family) => family.name === engine && names.symmetricDifference(new Set(family.files)).size === 0,
  )
}

/** @throws {ModelError} when no family loads the model, or not for its languages: the message says which there are */
export function requireFamily(
  description: OfFamily,
  families: readonly EngineFamily[] = ENGINES,
): EngineFamily {
  const family = familyOf(description, families)
  const unknown = description.languages.filter((language) => family?.languages?.includes(language) === false)
  if (unknown.length > 0)
    throw new ModelError(
      `${description.name} is for ${unknown.join(', ')}, but models of ${family?.name} are for ${family?.languages?.join(', ')}`,
    )
  if (family !== undefined) return family
  const known = families.map(({ name, files }) => `${name} (${files.join(', ')})`).join('; ')
  throw new ModelError(`No engine loads ${description.name}. The engines and their files are: ${known}`)
}
