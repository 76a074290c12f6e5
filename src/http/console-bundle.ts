/**
 * The scripts and styles of the console, the reference, and the page of shared transcripts. In a checkout, they are bundled from
 * `src/console/` in memory, so that no stale files are left on disk. An installed package contains the bundle.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The entries of the pages, and of the audio worklet, which the browser loads as a separate file. */
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

/** Scripts (including those for languages), style sheets and the guides of the reference, by name. Names change with their content. */
export type ConsoleBundle = ReadonlyMap<string, Asset>

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

let shared: Promise<ConsoleBundle> | null = null

/**
 * The bundle, created once per process.
 * @throws if it cannot be created: esbuild is missing, or a source has an error
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
  // Imported on demand, so that the API works without it.
  const { build, stop } = await import('esbuild')
  try {
    const filesOf = async (entryPoints: string[], splitting: boolean) => {
      const { outputFiles } = await build({
        entryPoints,
        outdir: '/',
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
        assetNames: '[name]-[hash]',
        // Imports of Markdown become URLs, and scripts load the files when needed.
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
      // Without splitting, for one style sheet per page: nothing would load those of chunks.
      filesOf(ENTRIES, false),
      // Separately, so that pages share no chunks. Languages and most screens are chunks, loaded on demand.
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
    // Ends the process of esbuild.
    await stop()
  }
}

function asset(name: string, body: Buffer): Asset {
  return { type: TYPES[extname(name)] ?? 'application/octet-stream', body }
}
