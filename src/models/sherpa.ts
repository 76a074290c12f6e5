/**
 * The sherpa-onnx library, which runs pulled models of many kinds on the CPU. It is loaded only where such a model is,
 * because it brings its own ONNX Runtime (27 MB). Some of its errors end the process, so use it only in supervised
 * processes.
 */
import type library from 'sherpa-onnx-node'
import { ModelError } from './pulled/model-error.ts'
import { loadedOnce } from './loaded-once.ts'

export type Sherpa = typeof library

/** @throws {ModelError} if the library is not installed: npm omits it on platforms that it is not built for */
export const loadSherpa = loadedOnce(async (): Promise<Sherpa> => {
  try {
    const { default: sherpa } = await import('sherpa-onnx-node')
    return sherpa
  } catch (cause) {
    throw new ModelError(
      `it needs the package sherpa-onnx-node, which is not installed or has no build for ${process.platform} on ${process.arch}`,
      { cause },
    )
  }
})
