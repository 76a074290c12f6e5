import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Exists only while the package is being packed. */
export const DIST = 'dist'

/** The checkout's package.json, while the package's own is in its place. */
export const BACKUP = 'package.json.backup'
