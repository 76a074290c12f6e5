/** Undoes what `prepack.ts` did. Run it by hand, as `node tools/package/postpack.ts`, after a pack was interrupted. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BACKUP, DIST, ROOT } from './folders.ts'

process.chdir(ROOT)
if (existsSync(BACKUP)) renameSync(BACKUP, join(ROOT, 'package.json'))
rmSync(DIST, { recursive: true, force: true })
