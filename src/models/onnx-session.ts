/** ONNX Runtime sessions, with the settings that suit a machine that has other work to do. */
import * as ort from 'onnxruntime-node'

interface SessionOptions {
  /**
   * Keep memory for the next run. A decoder runs for every token and is three times as fast so; Whisper's encoder runs
   * once a stretch and would keep 170 MB for a tenth of its time.
   */
  reuseMemory: boolean
  /** Two, the default, halve the time of the encoders; the decoders wait for memory. More cores take more processes. */
  threads?: number
}

/** @param model - the bytes of an ONNX model */
export async function createSession(
  model: Uint8Array,
  { reuseMemory, threads = 2 }: SessionOptions,
): Promise<ort.InferenceSession> {
  return ort.InferenceSession.create(model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableCpuMemArena: reuseMemory,
    // A thread that waits must not burn the core that the API runs on.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    logSeverityLevel: 3,
  })
}
