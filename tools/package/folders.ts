import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Exists while the package is being packed. */
export const DIST = 'dist'

/** package.json of the checkout, while there is that of the package. */
export const BACKUP = 'package.json.backup'
