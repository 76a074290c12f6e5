/**
 * The library sherpa-onnx, which runs pulled models of many kinds on the CPU. It is loaded where such a model is, and nowhere else: it brings
 * an ONNX Runtime of its own (27 MB). Some of its errors end the process, so it belongs into processes that are supervised.
 */
import type library from 'sherpa-onnx-node'
import { ModelError } from './pulled/model-error.ts'
import { loadedOnce } from './loaded-once.ts'

export type Sherpa = typeof library

/** @throws {ModelError} where the library is not installed: npm leaves it out on platforms that it has no build for */
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
