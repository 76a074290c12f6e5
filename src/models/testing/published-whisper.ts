/** For tests: Whisper base, whose files are in the box, as a model that is pulled from a server. */
import { createHash } from 'node:crypto'
import { readModelFile } from '../bundled-files.ts'
import { type ModelDescription, modelDescription } from '../pulled/model-description.ts'

const NAMES = ['encoder', 'decoder', 'vocabulary', 'generation', 'features'] as const

/** What the server has, by its path. */
export async function whisperFiles(): Promise<Record<string, Buffer>> {
  const files = NAMES.map(async (name) => [`/${name}`, await readModelFile(`whisper-${name}`)] as const)
  return Object.fromEntries(await Promise.all(files))
}

/** @param base - where the server has the files */
export function whisperDescription(
  base: string,
  files: Readonly<Record<string, Buffer>>,
  languages: ModelDescription['languages'],
): ModelDescription {
  const described = NAMES.map((name) => {
    const bytes = files[`/${name}`]!
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return [name, { url: `${base}/${name}`, size: bytes.length, sha256 }]
  })
  return modelDescription.parse({
    name: 'whisper-pulled',
    purpose: 'recognition',
    engine: 'whisper',
    licence: 'MIT',
    languages,
    identifiesLanguages: true,
    priority: 1,
    files: Object.fromEntries(described),
  })
}
