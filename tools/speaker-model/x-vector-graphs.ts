/**
 * A Kaldi x-vector network as two ONNX graphs (Snyder et al., "X-vectors: robust DNN embeddings for speaker
 * recognition", ICASSP 2018): the layers that see single frames, and those that turn their statistics into a voice.
 */
import { CEPSTRA, CONTEXT } from '../../src/intelligence/enrichments/diarization/frames.ts'
import type { KaldiComponent, KaldiMatrix, KaldiNetwork } from './kaldi-files.ts'
import { OnnxWriter } from './onnx-writer.ts'

/** The layer after the statistics, whose output is the embedding. */
const EMBEDDING_LAYER = 'tdnn6.affine'

/**
 * The layers before the statistics.
 * Input: `cepstra` [1, {@link CEPSTRA}, n]. Output: [1, outputs, n − {@link CONTEXT}].
 * @throws Error when a layer is of an unknown type, or the sizes are not these
 */
export function frameGraph({ nodes, components }: KaldiNetwork): Buffer {
  const graph = new OnnxWriter()
  let value = 'cepstra'
  let context = 0
  let size = CEPSTRA
  for (const node of nodes) {
    const component = components.get(node.component)
    if (component === undefined) throw new Error(`The speaker model lacks the layer ${node.component}`)
    if (component.type === 'StatisticsExtractionComponent') break
    if (component.type === 'NaturalGradientAffineComponent') {
      const offsets = offsetsIn(node.input)
      const { rows, columns } = matrixOf(component, 'LinearParams')
      if (columns !== size * offsets.length)
        throw new Error(
          `The layer ${node.component} has ${columns} inputs instead of ${size * offsets.length}`,
        )
      context += spread(offsets)
      value = affine(graph, value, component, offsets)
      size = rows
    } else if (component.type === 'RectifiedLinearComponent') value = graph.node('Relu', [value])
    else if (component.type === 'BatchNormComponent') value = batchNorm(graph, value, component)
    else throw new Error(`The speaker model has a layer of an unknown type, ${component.type}`)
  }
  if (context !== CONTEXT) throw new Error(`The speaker model has a context of ${context} frames`)
  return graph.model({ name: 'cepstra', dims: [1, CEPSTRA, 'n'] }, value)
}

/**
 * The layer after the statistics, then centring and whitening.
 * Input: `statistics` [n, inputs], the means of the frame outputs followed by their deviations. Output: [n, size].
 */
export function embeddingGraph(
  { components }: KaldiNetwork,
  mean: Float32Array,
  whitening: KaldiMatrix,
): Buffer {
  const layer = components.get(EMBEDDING_LAYER)
  if (layer === undefined) throw new Error(`The speaker model lacks the layer ${EMBEDDING_LAYER}`)
  const graph = new OnnxWriter()
  const linear = (value: string, { rows, columns, data }: KaldiMatrix, bias: string[]) =>
    graph.node('Gemm', [value, graph.floats([rows, columns], data), ...bias], { transB: 1n })
  const vector = (data: Float32Array) => graph.floats([data.length], data)
  const weights = matrixOf(layer, 'LinearParams')
  const embedding = linear('statistics', weights, [vector(vectorOf(layer, 'BiasParams'))])
  const centred = graph.node('Sub', [embedding, vector(mean)])
  return graph.model({ name: 'statistics', dims: ['n', weights.columns] }, linear(centred, whitening, []))
}

/** The frames that an input combines: `Append(Offset(x, -2), x, Offset(x, 2))` gives −2, 0, 2. */
function offsetsIn(input: string): number[] {
  const parts = input.startsWith('Append(')
    ? input.slice('Append('.length, -1).split(/,\s*(?![^(]*\))/)
    : [input]
  return parts.map((part) => Number(/^Offset\(\S+, (-?\d+)\)$/.exec(part)?.[1] ?? 0))
}

function spread(offsets: readonly number[]): number {
  return Math.max(...offsets) - Math.min(...offsets)
}

/** A linear map of evenly spaced frames is a convolution. Kaldi orders its weights by frame, ONNX by input. */
function affine(
  graph: OnnxWriter,
  value: string,
  component: KaldiComponent,
  offsets: readonly number[],
): string {
  const { rows, columns, data } = matrixOf(component, 'LinearParams')
  const taps = offsets.length
  const size = columns / taps
  const weights = new Float32Array(data.length)
  for (let row = 0; row < rows; row++)
    for (let tap = 0; tap < taps; tap++)
      for (let i = 0; i < size; i++)
        weights[(row * size + i) * taps + tap] = data[row * columns + tap * size + i]!
  const bias = vectorOf(component, 'BiasParams')
  return graph.node('Conv', [value, graph.floats([rows, size, taps], weights), graph.floats([rows], bias)], {
    dilations: [taps > 1 ? spread(offsets) / (taps - 1) : 1],
  })
}

function batchNorm(graph: OnnxWriter, value: string, component: KaldiComponent): string {
  const mean = vectorOf(component, 'StatsMean')
  const variance = vectorOf(component, 'StatsVar')
  const constant = (data: Float32Array) => graph.floats([data.length], data)
  const scale = new Float32Array(mean.length).fill(numberOf(component, 'TargetRms'))
  return graph.node(
    'BatchNormalization',
    [value, constant(scale), constant(mean.map(() => 0)), constant(mean), constant(variance)],
    { epsilon: numberOf(component, 'Epsilon') },
  )
}

function matrixOf(component: KaldiComponent, name: string): KaldiMatrix {
  const value = component.values.get(name)
  if (typeof value === 'object' && !(value instanceof Float32Array)) return value
  throw new Error(`The speaker model lacks the matrix ${name}`)
}

function vectorOf(component: KaldiComponent, name: string): Float32Array {
  const value = component.values.get(name)
  if (value instanceof Float32Array) return value
  throw new Error(`The speaker model lacks the vector ${name}`)
}

function numberOf(component: KaldiComponent, name: string): number {
  const value = component.values.get(name)
  if (typeof value === 'number') return value
  throw new Error(`The speaker model lacks the number ${name}`)
}
