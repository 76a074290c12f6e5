/** Undoes `prepack.ts`. If a pack was interrupted, run it by hand: `node tools/package/postpack.ts`. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BACKUP, DIST, ROOT } from './folders.ts'

process.chdir(ROOT)
if (existsSync(BACKUP)) renameSync(BACKUP, join(ROOT, 'package.json'))
rmSync(DIST, { recursive: true, force: true })
