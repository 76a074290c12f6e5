/**
 * `npm pack` runs this before it packs, and `postpack.ts` afterwards. An installed package differs from a checkout in three
 * ways, all in `dist/`, which mirrors the checkout:
 *
 * - It contains JavaScript, since Node.js strips no types below `node_modules`. Lines and columns match the TypeScript.
 * - It contains the console's bundle, so that esbuild is not needed.
 * - It contains the packages that `manifests.ts` lists.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { consoleBundle } from '../../src/http/console-bundle.ts'
import { BACKUP, DIST, ROOT } from './folders.ts'
import { INSIDE, manifest, manifestInside } from './manifests.ts'

process.chdir(ROOT)
rmSync(DIST, { recursive: true, force: true })

const isLeftOut = (path: string) =>
  /^src\/(console|store\/queries)\//.test(path) || path.endsWith('.test.ts') || path.includes('/testing/')
for (const path of globSync('{src,clients/typescript/src}/**/*.*')) {
  if (isLeftOut(path)) continue
  if (path.endsWith('.ts')) write(path.replace(/\.ts$/, '.js'), javaScript(readFileSync(path, 'utf8')))
  else write(path, readFileSync(path))
}
for (const [name, { body }] of await consoleBundle()) write(`src/http/console-bundle/${name}`, body)
for (const folder of ['models', 'samples']) cpSync(folder, join(DIST, folder), { recursive: true })

for (const [name, files] of Object.entries(INSIDE)) {
  const folder = `node_modules/${name}`
  for (const file of [...files, ...globSync('LICENSE*', { cwd: folder })])
    cpSync(join(folder, file), join(DIST, folder, file), {
      recursive: true,
      filter: (path) => !/\.(d\.ts|map)$/.test(path),
    })
  write(`${folder}/package.json`, manifestInside(name))
}

const original = readFileSync('package.json', 'utf8')
writeFileSync(BACKUP, original)
// Modules of src/ read it.
write('package.json', original)
writeFileSync('package.json', manifest(original))

/** Strips the types, and renames modules. The only strings that end in `.ts` name modules: in imports, or for processes and threads. */
function javaScript(text: string): string {
  return stripTypeScriptTypes(text).replaceAll(/(?<=[\w-])\.ts(?=['`])/g, '.js')
}

function write(path: string, content: string | Buffer): void {
  const file = join(DIST, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
