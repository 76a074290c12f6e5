/** ONNX Runtime sessions, with the settings that suit a machine that has other work to do. */
import * as ort from 'onnxruntime-node'

interface SessionOptions {
  /** Keep freed memory for the next run. Worth it where a model runs many times in a row. */
  reuseMemory: boolean
}

/** @param model - the bytes of an ONNX model */
export async function createSession(
  model: Uint8Array,
  { reuseMemory }: SessionOptions,
): Promise<ort.InferenceSession> {
  return ort.InferenceSession.create(model, {
    intraOpNumThreads: 2,
    interOpNumThreads: 1,
    enableCpuMemArena: reuseMemory,
    // A thread that waits must not burn the core that the API runs on.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    logSeverityLevel: 3,
  })
}
