import { isLoadable } from '../../installation/loaders.ts'
import { CATALOGUE } from '../../models/catalogue.ts'
import { expectedSize, type Restriction } from '../../models/pulled/catalogue-entry.ts'
import { type ModelDescription, sizeOf } from '../../models/pulled/model-description.ts'
import { megabytes, ModelsFolder, type ModelState } from '../../models/pulled/models-folder.ts'
import { readConfig } from '../../service/config.ts'
import { table } from '../table.ts'
import { summarised } from './languages.ts'
import { linesInUse } from './lines-in-use.ts'

/** Prints a line for each model that can be pulled or is installed, then which models are used for which language. */
export async function listModels(): Promise<void> {
  const config = readConfig(process.env)
  const folder = new ModelsFolder(config.storage.modelsDir)
  const known = new Set(CATALOGUE.map(({ name }) => name))
  const pulled = await folder.pulled()
  const found = new Map([...(await folder.incomplete()), ...pulled].map((model) => [model.name, model]))
  const others = [...found.values()].filter(({ name }) => !known.has(name))
  const usable = new Set<string>()
  const rows: string[][] = []
  for (const model of [...CATALOGUE, ...others]) {
    const state = await folder.stateOf(model)
    const last = await folder.known(model.name)
    const isUsable = isLoadable(last ?? model)
    if (state.type === 'pulled' && isUsable) usable.add(model.name)
    const size = last !== null ? sizeOf(last) : 'about' in model ? expectedSize(model) : sizeOf(model)
    const text =
      state.type === 'pulled' && !isUsable
        ? 'installed, but no engine loads it'
        : stateText(state, size, last !== null)
    rows.push([model.name, purposeOf(model), megabytes(size), text, licenceText(model)])
  }
  const inUse = linesInUse({
    pulled: pulled.filter(({ name }) => usable.has(name)),
    speechServer: config.speechServer,
  })
  process.stdout.write(
    `${table([['NAME', 'FOR', 'SIZE', 'STATE', 'LICENCE'], ...rows])}\n\nIN USE\n${inUse.join('\n')}\n`,
  )
}

/** Such as `recognition of de, en` and `translation of de into en, fr`. */
function purposeOf(
  model: Pick<ModelDescription, 'purpose' | 'languages'> & { targets?: readonly string[] },
): string {
  const from = `${model.purpose} of ${summarised(model.languages)}`
  return model.targets === undefined ? from : `${from} into ${summarised(model.targets)}`
}

function licenceText({
  licence,
  restriction,
}: Pick<ModelDescription, 'licence'> & { restriction?: Restriction }): string {
  return restriction === undefined ? licence : `${licence} (restricted)`
}

function stateText(state: ModelState, size: number, hasBegun: boolean): string {
  if (state.type === 'damaged') return 'damaged: pull it again'
  if (state.type === 'pulled') return 'installed'
  if (!hasBegun && state.bytes === 0) return 'not installed'
  return `${Math.floor((100 * state.bytes) / size)} % downloaded`
}
