/**
 * The pages of the console, of the reference, and of shared transcripts: in a checkout bundled from `src/console/` in memory, nothing on disk, so nothing stale. An
 * installed package has the bundle instead.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The pages, and what runs in the browser's audio thread, which loads a file of its own. */
const ENTRIES = [
  'main.tsx',
  'reference/reference.tsx',
  'share-page/shared.tsx',
  'screens/live/capture-worklet.ts',
].map((path) => fileURLToPath(new URL(`../console/${path}`, import.meta.url)))

/** The bundle of an installed package. */
const PACKED = fileURLToPath(new URL('console-bundle', import.meta.url))

interface Asset {
  readonly type: string
  readonly body: Buffer
}

/** Scripts, among them languages, style sheets and the guides of the reference by their names, which change with their content. */
export type ConsoleBundle = ReadonlyMap<string, Asset>

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

let shared: Promise<ConsoleBundle> | null = null

/**
 * The bundle, which is made once by each process.
 * @throws when it cannot be made: esbuild is missing, or a source is faulty
 */
export async function consoleBundle(): Promise<ConsoleBundle> {
  return (shared ??= existsSync(PACKED) ? packed() : bundle())
}

async function packed(): Promise<ConsoleBundle> {
  const names = await readdir(PACKED)
  const bodies = await Promise.all(names.map((name) => readFile(join(PACKED, name))))
  return new Map(names.map((name, i) => [name, asset(name, bodies[i]!)]))
}

async function bundle(): Promise<ConsoleBundle> {
  // Not imported above, so that the API works without it.
  const { build, stop } = await import('esbuild')
  try {
    const filesOf = async (entryPoints: string[], splitting: boolean) => {
      const { outputFiles } = await build({
        entryPoints,
        outdir: '/',
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
        assetNames: '[name]-[hash]',
        // Scripts know only where it is, and load it when it is wanted.
        loader: { '.md': 'file' },
        bundle: true,
        splitting,
        write: false,
        minify: true,
        format: 'esm',
        target: 'es2023',
        define: { 'process.env.NODE_ENV': '"production"' },
        logLevel: 'silent',
      })
      return outputFiles
    }
    const isStyle = ({ path }: { readonly path: string }) => path.endsWith('.css')
    const [styles, ...scripts] = await Promise.all([
      // One for each page: those of chunks would be files that nothing loads.
      filesOf(ENTRIES, false),
      // Each by itself, so that pages share no chunk. Languages and most screens are chunks, loaded when they are needed.
      ...ENTRIES.map(async (entry) => filesOf([entry], true)),
    ])
    const files = [...styles.filter(isStyle), ...scripts.flat().filter((file) => !isStyle(file))]
    return new Map(
      files.map(({ path, contents }) => {
        const body = Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength)
        return [basename(path), asset(basename(path), body)]
      }),
    )
  } finally {
    // Ends its process.
    await stop()
  }
}

function asset(name: string, body: Buffer): Asset {
  return { type: TYPES[extname(name)] ?? 'application/octet-stream', body }
}
