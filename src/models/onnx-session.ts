/** ONNX Runtime sessions, with settings for a machine that also serves requests. */
import * as ort from 'onnxruntime-node'

// From version 1.30 on, ONNX Runtime reports each session to Microsoft, with an identifier of the device. It reads this
// variable when the first session is created.
process.env['ORT_DISABLE_TELEMETRY'] = '1'

/** What models run on. GPUs need CUDA: see docs/models.md. */
export type Device = 'cpu' | 'cuda'

interface SessionOptions {
  /**
   * Whether memory is kept for the next run. A decoder, which runs for every token, is three times as fast with it.
   * Whisper's encoder, which runs once per segment, would keep 170 MB to save a tenth of its time.
   */
  reuseMemory: boolean
  /**
   * The default, two threads, halves the time of encoders. Decoders use one: their steps are so small that a second
   * thread, which must be woken for each operator, costs a tenth more processor time and hardly speeds up a single
   * segment.
   */
  threads?: number
  /** Default: `cpu`. */
  device?: Device
}

/** @param model - the bytes of an ONNX model */
export async function createSession(
  model: Uint8Array,
  options: SessionOptions,
): Promise<ort.InferenceSession> {
  return ort.InferenceSession.create(model, onnxOptions(options))
}

/** The session options for ONNX Runtime. */
export function onnxOptions({
  reuseMemory,
  threads = 2,
  device = 'cpu',
}: SessionOptions): ort.InferenceSession.SessionOptions {
  return {
    executionProviders: [device],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableCpuMemArena: reuseMemory,
    // A waiting thread must not occupy the core that the API runs on.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    logSeverityLevel: 3,
  }
}
