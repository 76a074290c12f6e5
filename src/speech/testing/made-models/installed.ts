/** Installs and loads made models as if they had been pulled. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DescriptionFor } from '../../../models/pulled/model-description.ts'
import { PulledModel } from '../../../models/pulled/pulled-model.ts'
import { described } from '../../../models/text/testing/tiny-models.ts'
import type { Engine, SpeechAligner } from '../../engines/engine.ts'
import { loadPulled } from '../../engines/load-model.ts'
import type { ModelFiles } from './made-model.ts'

type Recognition = DescriptionFor<'recognition'>

/** A made model for recognition: its engine family, its files and its languages. */
interface MadeModel {
  readonly engine: string
  readonly files: ModelFiles
  /** Default: Latin, which is far from the spoken language. */
  readonly languages?: Recognition['languages']
  /** Finds word times, if the model returns none. */
  readonly aligner?: SpeechAligner
}

/** Installs a model in a folder of models, as `scriptorium models pull` does. */
export async function installed(
  folder: string,
  { engine, files, languages = ['la'] }: MadeModel,
): Promise<PulledModel<Recognition>> {
  const name = `made-${engine}`
  const own = path.join(folder, name)
  await mkdir(own, { recursive: true })
  for (const [file, bytes] of Object.entries(files)) await writeFile(path.join(own, file), bytes)
  const model = { name, purpose: 'recognition', engine, languages, identifiesLanguages: false } as const
  const description = described(files, model)
  await writeFile(path.join(own, 'model.json'), JSON.stringify(description))
  return new PulledModel(description, own, name)
}

/** Loads a made model; the caller closes it. */
export async function madeEngine(folder: string, model: MadeModel): Promise<Engine> {
  const aligner = async () => {
    if (model.aligner === undefined) throw new Error('This made model times its words itself')
    return model.aligner
  }
  return loadPulled(await installed(folder, model), { device: 'cpu', aligner })
}
