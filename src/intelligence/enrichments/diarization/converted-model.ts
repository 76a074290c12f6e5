/**
 * The speaker model as ONNX files in the cache folder. Its publisher's files are in Kaldi's format, so
 * `tools/speaker-model/convert.ts` converts them on first use, and again when a file in the cache is missing or damaged.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const CONVERTER = fileURLToPath(new URL('../../../../tools/speaker-model/convert.ts', import.meta.url))

/** SHA-256 digests of the files that the converter writes. */
const DIGESTS = {
  cepstra: '28be0a8cab582bcb8ba156df7492b3f663ca55a70e1a8fdaa99002a336b63a73',
  frames: '18b9df74feeca34cb2c0b932c8ac4cef313b45891d0051cb6705b1f74eb8feb2',
  embedding: 'e7e7e9e14aaf486e1017915bb3ab5611e48940361e031fb541a4b1c501213667',
} as const

type ConvertedModel = Record<keyof typeof DIGESTS, Buffer>

/**
 * The ONNX files of the speaker model, each checked against its digest.
 * @throws Error when the model cannot be converted, or the cache folder cannot be written
 */
export async function readConvertedModel(cacheFolder: string): Promise<ConvertedModel> {
  const folder = path.join(cacheFolder, 'speaker-model')
  return readFiles(folder).catch(async () => {
    await promisify(execFile)(process.execPath, [CONVERTER, folder])
    return readFiles(folder)
  })
}

async function readFiles(folder: string): Promise<ConvertedModel> {
  const [cepstra, frames, embedding] = await Promise.all([
    readFileOf(folder, 'cepstra'),
    readFileOf(folder, 'frames'),
    readFileOf(folder, 'embedding'),
  ])
  return { cepstra, frames, embedding }
}

async function readFileOf(folder: string, name: keyof typeof DIGESTS): Promise<Buffer> {
  const file = path.join(folder, `${name}.onnx`)
  const bytes = await readFile(file)
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (digest !== DIGESTS[name]) throw new Error(`${file} has an unexpected SHA-256 digest, ${digest}`)
  return bytes
}
