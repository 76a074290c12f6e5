/** Installs streaming models for tests as if they had been pulled. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RECEIPT } from '../../models/pulled/pulled-model.ts'
import { described, type ModelFiles } from '../../models/text/testing/tiny-models.ts'

/** Puts a model into a folder of pulled models. */
export function placeStreamingModel(
  folder: string,
  files: ModelFiles,
  model: {
    readonly engine: string
    readonly name?: string
    readonly languages?: readonly string[]
    readonly priority?: number
  },
): void {
  const description = described(files, { name: 'tones', purpose: 'live-recognition', ...model })
  const own = join(folder, description.name)
  mkdirSync(own, { recursive: true })
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(own, name), bytes)
  writeFileSync(join(own, RECEIPT), JSON.stringify(description))
}
