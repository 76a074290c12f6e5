/**
 * Silero VAD v6 rebuilt as a graph with the same weights that judges many frames of many streams in one run. The
 * published model judges one frame of each stream, and computes each convolution on four columns at a time, which takes
 * four times as long.
 */
import { branchConstants } from '../../models/onnx-graph.ts'
import { onnxModel, type Operator } from '../../models/onnx-model.ts'

/** Samples in the model's input for one frame. */
export const WINDOW_SAMPLES = 640
/** Numbers in each of the two parts of a stream's state. */
export const STATE_SIZE = 128

const BINS = 129

/** @param model - the bytes of silero_vad_v6.onnx */
export function batchedModel(model: Buffer): Buffer {
  // The branch for 16 kHz.
  const constants = branchConstants(model, 'then_branch')
  const constant = (name: string) => {
    const values = constants.get(name)
    if (values === undefined) throw new Error(`The voice activity model has no ${name}`)
    return values
  }
  const weights = (name: string, ...shape: number[]) => ({ shape, values: constant(name) })
  const gates = (name: string) => gatesOfOnnx(constant(`decoder.rnn.${name}`))
  return onnxModel({
    inputs: [
      { name: 'windows', type: 'float32', shape: [1, 1, 'frames', WINDOW_SAMPLES] },
      { name: 'order', type: 'int64', shape: ['steps', 'streams'] },
      { name: 'lengths', type: 'int32', shape: ['streams'] },
      { name: 'hidden', type: 'float32', shape: [1, 'streams', STATE_SIZE] },
      { name: 'cell', type: 'float32', shape: [1, 'streams', STATE_SIZE] },
    ],
    outputs: [
      { name: 'probabilities', type: 'float32', shape: ['steps', 1, 'streams', 1] },
      { name: 'hiddenAfter', type: 'float32', shape: [1, 'streams', STATE_SIZE] },
      { name: 'cellAfter', type: 'float32', shape: [1, 'streams', STATE_SIZE] },
    ],
    weights: {
      basis: weights('stft.forward_basis_buffer', 2 * BINS, 1, 1, 256),
      w0: weights('encoder.0.reparam_conv.weight', 128, BINS, 1, 3),
      b0: weights('encoder.0.reparam_conv.bias', 128),
      w1: weights('encoder.1.reparam_conv.weight', 64, 128, 1, 3),
      b1: weights('encoder.1.reparam_conv.bias', 64),
      w2: weights('encoder.2.reparam_conv.weight', 64, 64, 1, 3),
      b2: weights('encoder.2.reparam_conv.bias', 64),
      w3: weights('encoder.3.reparam_conv.weight', 128, 64, 1, 3),
      b3: weights('encoder.3.reparam_conv.bias', 128),
      wi: { shape: [1, 4 * STATE_SIZE, 128], values: gates('weight_ih') },
      wh: { shape: [1, 4 * STATE_SIZE, STATE_SIZE], values: gates('weight_hh') },
      b: {
        shape: [1, 8 * STATE_SIZE],
        values: Float32Array.of(...gates('bias_ih'), ...gates('bias_hh')),
      },
      w4: weights('decoder.decoder.2.weight', 128, 1),
      b4: weights('decoder.decoder.2.bias', 1),
      halves: { shape: [2], values: BigInt64Array.of(BigInt(BINS), BigInt(BINS)) },
      features: { shape: [2], values: BigInt64Array.of(128n, -1n) },
    },
    operators: [
      // The frames of all streams are the rows of one image, which turns a convolution into one large matrix product.
      operator('Conv', ['windows', 'basis'], ['spectrum'], { kernel_shape: [1, 256], strides: [1, 128] }),
      operator('Split', ['spectrum', 'halves'], ['real', 'imaginary'], { axis: 1 }),
      operator('Mul', ['real', 'real'], ['real2']),
      operator('Mul', ['imaginary', 'imaginary'], ['imaginary2']),
      operator('Add', ['real2', 'imaginary2'], ['power']),
      operator('Sqrt', ['power'], ['magnitude']),
      ...convolution('magnitude', 0, 1),
      ...convolution('x0', 1, 2),
      ...convolution('x1', 2, 2),
      ...convolution('x2', 3, 1),
      operator('Reshape', ['x3', 'features'], ['columns']),
      operator('Transpose', ['columns'], ['rows'], { perm: [1, 0] }),
      operator('Gather', ['rows', 'order'], ['sequences'], { axis: 0 }),
      operator(
        'LSTM',
        ['sequences', 'wi', 'wh', 'b', 'lengths', 'hidden', 'cell'],
        ['y', 'hiddenAfter', 'cellAfter'],
        { hidden_size: STATE_SIZE },
      ),
      operator('Relu', ['y'], ['positive']),
      operator('MatMul', ['positive', 'w4'], ['score']),
      operator('Add', ['score', 'b4'], ['logit']),
      operator('Sigmoid', ['logit'], ['probabilities']),
    ],
  })
}

function operator(
  type: string,
  inputs: string[],
  outputs: string[],
  attributes: Operator['attributes'] = {},
): Operator {
  return { type, inputs, outputs, attributes }
}

function convolution(input: string, layer: number, stride: number): Operator[] {
  return [
    operator('Conv', [input, `w${layer}`, `b${layer}`], [`c${layer}`], {
      kernel_shape: [1, 3],
      pads: [0, 1, 0, 1],
      strides: [1, stride],
    }),
    operator('Relu', [`c${layer}`], [`x${layer}`]),
  ]
}

/** Reorders the weights of a PyTorch LSTM (input, forget, cell, output gate) for ONNX (input, output, forget, cell). */
function gatesOfOnnx(weights: Float32Array): Float32Array {
  const size = weights.length / 4
  const gate = (i: number) => weights.subarray(i * size, (i + 1) * size)
  const ordered = new Float32Array(weights.length)
  ;[0, 3, 1, 2].forEach((from, to) => ordered.set(gate(from), to * size))
  return ordered
}
