/**
 * Converts the speaker model from Kaldi's format to ONNX. Run as `node tools/speaker-model/convert.ts <folder>`; it
 * writes `cepstra.onnx`, `frames.onnx` and `embedding.onnx` there, in a third of a second. The service runs it when it
 * first identifies speakers. The files are the same bytes on every machine: a change to this tool also changes their
 * digests in `src/intelligence/enrichments/diarization/converted-model.ts`.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readBundledFile } from '../../src/models/bundled-files.ts'
import { VOSK_FILES } from './vosk-files.ts'
import { cepstraGraph } from './cepstra-graph.ts'
import { readMatrix, readNetwork, readTextVector } from './kaldi-files.ts'
import { embeddingGraph, frameGraph } from './x-vector-graphs.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: node tools/speaker-model/convert.ts <folder>')

const network = readNetwork(await readBundledFile(VOSK_FILES.network))
const mean = readTextVector(await readBundledFile(VOSK_FILES.mean))
const whitening = readMatrix(await readBundledFile(VOSK_FILES.whitening))

await mkdir(folder, { recursive: true })
await writeAtomically('cepstra.onnx', cepstraGraph())
await writeAtomically('frames.onnx', frameGraph(network))
await writeAtomically('embedding.onnx', embeddingGraph(network, mean, whitening))

/** Another process may be writing, or reading, the same file. */
async function writeAtomically(name: string, bytes: Buffer): Promise<void> {
  const file = path.join(folder!, name)
  const partial = `${file}.${process.pid}`
  await writeFile(partial, bytes)
  await rename(partial, file)
}
