/** Installs models for tests as if they had been pulled. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { DescriptionFor, Purpose } from '../../models/pulled/model-description.ts'
import { type PulledModel, pulledModel, RECEIPT } from '../../models/pulled/pulled-model.ts'
import { described, type ModelFiles } from '../../models/text/testing/tiny-models.ts'

/**
 * Puts a model into a folder of pulled models.
 * @param models - the folder
 * @param about - the fields of its description; the language is English by default
 */
export async function pulled<P extends Purpose>(
  models: string,
  files: ModelFiles,
  about: { readonly name: string; readonly purpose: P; readonly [field: string]: unknown },
): Promise<PulledModel<DescriptionFor<P>>> {
  const folder = path.join(models, about.name)
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes)
  writeFileSync(path.join(folder, RECEIPT), JSON.stringify(described(files, about)))
  return (await pulledModel(folder)) as PulledModel<DescriptionFor<P>>
}
