/** Whisper base, which is bundled, as a model that tests pull from a server. */
import { createHash } from 'node:crypto'
import { readBundledFile } from '../../models/bundled-files.ts'
import { type DescriptionFor, recognitionDescription } from '../../models/pulled/model-description.ts'
import { WHISPER_BASE } from '../engines/whisper-models.ts'

/** The files of the server, by path. */
export async function whisperFiles(): Promise<Record<string, Buffer>> {
  const files = Object.entries(WHISPER_BASE.files).map(
    async ([name, file]) => [`/${name}`, await readBundledFile(file)] as const,
  )
  return Object.fromEntries(await Promise.all(files))
}

/**
 * @param base - URL of the server
 * @param files - by path
 */
export function whisperDescription(
  base: string,
  files: Readonly<Record<string, Buffer>>,
  languages: DescriptionFor<'recognition'>['languages'],
): DescriptionFor<'recognition'> {
  const described = Object.entries(files).map(([path, bytes]) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return [path.slice(1), { url: `${base}${path}`, size: bytes.length, sha256 }]
  })
  return recognitionDescription.parse({
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
