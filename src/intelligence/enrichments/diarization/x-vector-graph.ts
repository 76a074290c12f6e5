/**
 * The voice model as an ONNX graph: those layers of a Kaldi x-vector network (Snyder et al., "X-vectors: robust DNN
 * embeddings for speaker recognition", ICASSP 2018) that look at single frames, up to where it takes statistics over time.
 */
import type { KaldiComponent, KaldiMatrix, KaldiNetwork } from './kaldi-files.ts'
import { OnnxWriter } from './onnx-writer.ts'

/** A network for frames. */
export interface FrameGraph {
  /** Input: `frames` [1, `inputs`, n]. Output: [1, outputs, n − `context`]. */
  readonly model: Buffer
  readonly inputs: number
  /** How many frames around one the network looks at to say something about it, half of them on each side. */
  readonly context: number
}

/** @throws Error when the network has layers that are unknown here */
export function frameGraph({ nodes, components }: KaldiNetwork): FrameGraph {
  const graph = new OnnxWriter()
  let value = 'frames'
  let context = 0
  let size = 0
  let inputs = 0
  for (const node of nodes) {
    const component = components.get(node.component)
    if (component === undefined) throw new Error(`The voice model lacks ${node.component}`)
    if (component.type === 'StatisticsExtractionComponent') break
    if (component.type === 'NaturalGradientAffineComponent') {
      const offsets = offsetsIn(node.input)
      const { rows, columns } = matrixOf(component, 'LinearParams')
      size = columns / offsets.length
      if (inputs === 0) inputs = size
      context += spread(offsets)
      value = affine(graph, value, component, offsets)
      size = rows
    } else if (component.type === 'RectifiedLinearComponent') value = graph.node('Relu', [value])
    else if (component.type === 'BatchNormComponent') value = batchNorm(graph, value, component)
    else throw new Error(`The voice model has a layer of an unknown type, ${component.type}`)
  }
  return { model: graph.model({ name: 'frames', dims: [1, inputs, 'n'] }, value), inputs, context }
}

/** The frames that an input is put together of: `Append(Offset(x, -2), x, Offset(x, 2))` are −2, 0, 2. */
function offsetsIn(input: string): number[] {
  const parts = input.startsWith('Append(')
    ? input.slice('Append('.length, -1).split(/,\s*(?![^(]*\))/)
    : [input]
  return parts.map((part) => Number(/^Offset\(\S+, (-?\d+)\)$/.exec(part)?.[1] ?? 0))
}

function spread(offsets: readonly number[]): number {
  return Math.max(...offsets) - Math.min(...offsets)
}

/** A linear map of frames at equal distances: a convolution. Kaldi has the weights of one frame after those of another. */
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

/** @throws Error when the component has no matrix of that name */
export function matrixOf(component: KaldiComponent, name: string): KaldiMatrix {
  const value = component.values.get(name)
  if (typeof value === 'object' && !(value instanceof Float32Array)) return value
  throw new Error(`The voice model lacks the matrix ${name}`)
}

/** @throws Error when the component has no vector of that name */
export function vectorOf(component: KaldiComponent, name: string): Float32Array {
  const value = component.values.get(name)
  if (value instanceof Float32Array) return value
  throw new Error(`The voice model lacks the vector ${name}`)
}

function numberOf(component: KaldiComponent, name: string): number {
  const value = component.values.get(name)
  if (typeof value === 'number') return value
  throw new Error(`The voice model lacks the number ${name}`)
}
