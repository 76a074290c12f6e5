/**
 * Mel-frequency cepstra as the speaker model was trained on them (Kaldi's `compute-mfcc-feats` with its defaults except
 * for the values below) as an ONNX graph: every step is linear or works on each element.
 */
import { SAMPLE_RATE } from '../../src/audio/recording.ts'
import { CEPSTRA, FRAME_LENGTH, FRAME_STEP } from '../../src/intelligence/enrichments/diarization/frames.ts'
import { OnnxWriter } from './onnx-writer.ts'

// The model was trained on telephone audio.
const RATE = 8_000
const DECIMATION = SAMPLE_RATE / RATE
const FRAME = FRAME_LENGTH / DECIMATION
const TRANSFORM = 256
const BINS = TRANSFORM / 2

const MEL_BANDS = 23
const MIN_HERTZ = 20
const MAX_HERTZ = 3_700
const PRE_EMPHASIS = 0.97
const LIFTER = 22

/** Kaldi reads samples as 16-bit integers; a band with less energy than one step is digital silence. */
const FULL_SCALE = 32_768
const MIN_ENERGY = 1

/** Input: `samples` [1, 1, n] at {@link SAMPLE_RATE}, −1 … 1. Output: the cepstra [1, {@link CEPSTRA}, frames]. */
export function cepstraGraph(): Buffer {
  const graph = new OnnxWriter()
  const floor = graph.floats([], Float32Array.of(MIN_ENERGY))
  const logarithm = (value: string) => graph.node('Log', [graph.node('Max', [value, floor])])

  const low = lowPass()
  const half = (low.length - 1) / 2
  const kernel = graph.floats([1, 1, low.length], low)
  const telephone = graph.node('Conv', ['samples', kernel], { strides: [DECIMATION], pads: [half, half] })

  const framed = (rows: readonly Float64Array[]) =>
    graph.node('Conv', [telephone, graph.floats([rows.length, 1, FRAME], flat(rows))], {
      strides: [FRAME_STEP / DECIMATION],
    })
  const product = (matrix: readonly Float64Array[], value: string) =>
    graph.node('MatMul', [graph.floats([1, matrix.length, matrix[0]?.length ?? 0], flat(matrix)), value])
  const squared = (value: string) => graph.node('Mul', [value, value])

  const power = graph.node('Add', [
    squared(framed(spectrum(Math.cos).map(withPreprocessing))),
    squared(framed(spectrum(Math.sin).map(withPreprocessing))),
  ])
  const cepstra = product(cosineTransform(), logarithm(product(melBands(), power)))

  // The log energy takes the place of the first cepstrum.
  const centred = Array.from({ length: FRAME }, (_, i) => withoutMean(unit(i)))
  const energy = product([new Float64Array(FRAME).fill(1)], squared(framed(centred)))
  const others = graph.node('Slice', [
    cepstra,
    graph.integers([1]),
    graph.integers([CEPSTRA]),
    graph.integers([1]),
  ])
  const output = graph.node('Concat', [logarithm(energy), others], { axis: 1n })
  return graph.model({ name: 'samples', dims: [1, 1, 'n'] }, output)
}

/** Kaldi's DownsampleWaveForm: a sinc in a Hann window of six zero crossings, here also scaled to 16-bit integers. */
function lowPass(): Float32Array {
  const cutoff = (0.99 * RATE) / 2
  const duration = 6 / (2 * cutoff)
  const half = Math.ceil(duration * SAMPLE_RATE)
  return Float32Array.from({ length: 2 * half + 1 }, (_, i) => {
    const time = (i - half) / SAMPLE_RATE
    if (Math.abs(time) >= duration) return 0
    const window = 0.5 * (1 + Math.cos((2 * Math.PI * cutoff * time) / 6))
    const sinc = time === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * time) / (Math.PI * time)
    return rounded((FULL_SCALE * window * sinc) / SAMPLE_RATE)
  })
}

/** The real or the imaginary part of the discrete Fourier transform: one row per bin, as long as a frame. */
function spectrum(part: (angle: number) => number): Float64Array[] {
  return Array.from({ length: BINS }, (_, bin) =>
    Float64Array.from({ length: FRAME }, (__, i) => part((2 * Math.PI * bin * i) / TRANSFORM)),
  )
}

/** Folds what Kaldi first does to each frame (offset removal, pre-emphasis, window) into a row of the transform. */
function withPreprocessing(row: Float64Array): Float64Array {
  const windowed = row.map((value, i) => value * poveyWindow(i))
  const emphasised = windowed.map((value, i) => value - PRE_EMPHASIS * (windowed[i + 1] ?? 0))
  // Kaldi takes the first sample as its own predecessor.
  emphasised[0] = (emphasised[0] ?? 0) - PRE_EMPHASIS * (windowed[0] ?? 0)
  return withoutMean(emphasised)
}

const poveyWindow = (i: number) => (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (FRAME - 1))) ** 0.85

function withoutMean(row: Float64Array): Float64Array {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length
  return row.map((value) => value - mean)
}

function unit(at: number): Float64Array {
  const row = new Float64Array(FRAME)
  row[at] = 1
  return row
}

/** Triangular filters of equal width on the mel scale, one row each. */
function melBands(): Float64Array[] {
  const mel = (hertz: number) => 1127 * Math.log(1 + hertz / 700)
  const width = (mel(MAX_HERTZ) - mel(MIN_HERTZ)) / (MEL_BANDS + 1)
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const centre = mel(MIN_HERTZ) + (band + 1) * width
    return Float64Array.from({ length: BINS }, (__, bin) =>
      Math.max(0, 1 - Math.abs(mel((bin * RATE) / TRANSFORM) - centre) / width),
    )
  })
}

/** Orthonormal, with liftering. */
function cosineTransform(): Float64Array[] {
  return Array.from({ length: CEPSTRA }, (_, k) => {
    const lift = 1 + (LIFTER / 2) * Math.sin((Math.PI * k) / LIFTER)
    const scale = lift * Math.sqrt((k === 0 ? 1 : 2) / MEL_BANDS)
    return Float64Array.from(
      { length: MEL_BANDS },
      (__, band) => scale * Math.cos((Math.PI / MEL_BANDS) * (band + 0.5) * k),
    )
  })
}

function flat(rows: readonly Float64Array[]): Float32Array {
  return Float32Array.from(rows.flatMap((row) => [...row]).map(rounded))
}

/**
 * Rounded to 1e-7, so that platforms that differ in the last bit of a sine or a power write the same bytes.
 * Adding zero turns −0 into 0.
 */
function rounded(value: number): number {
  return Math.round(value * 2 ** 23) / 2 ** 23 + 0
}
