import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The names of all files in the audio folder of a service, which are their ids. */
export function filesOnDisk({ dataDir }: { readonly dataDir: string }): string[] {
  const entries = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted()
}
