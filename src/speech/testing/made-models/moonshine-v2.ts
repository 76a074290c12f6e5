/** A made model like the second version of Moonshine. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as ort from 'onnxruntime-node'
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import { onnxModel } from '../../../models/onnx-model.ts'
import { cast, FLOAT, integers, Vocabulary, type Writes } from './attention.ts'
import { integer, matrix, type ModelFiles, tokensFile } from './made-model.ts'
import { filterWeights, PIECES, toneFilters } from './tones.ts'

/** The library assumes the numbers 1 and 2 for the start and end tokens. */
const KIND = { special: ['<unk>', '<s>', '</s>'], end: '</s>', space: '▁' }
/** Samples over which the loudness of the tones is measured. */
const WINDOW = 320
/** How often each row is repeated, so that there are about as many rows per second as in the real models: 41.7. */
const REPEATED = 15
/** The decoders of the real models read one of every this many mask values. */
const MASKED = 384

export async function moonshineModel(
  writes: Writes = { en: PIECES },
): Promise<ModelFiles<'encoder.ort' | 'decoder.ort' | 'tokens'>> {
  const vocabulary = new Vocabulary(KIND, writes)
  const rows = vocabulary.rows(SAMPLE_RATE / WINDOW, filterWeights)
  const logits = vocabulary.logits()
  const filters = toneFilters(WINDOW)
  const tones = filters.length / 2
  // The cosine and the sine of a tone.
  const pairs = Array.from({ length: tones }, (_, tone) =>
    filters.map((__, i) => (i % tones === tone ? 1 : 0)),
  )
  const encoder = onnxModel({
    inputs: [{ name: 'input_values', type: 'float32', shape: [1, 'samples'] }],
    outputs: [{ name: 'frames', type: 'float32', shape: [1, 'frames', vocabulary.size] }],
    weights: {
      ...rows.weights,
      one: integer(1),
      filters: { shape: [filters.length, 1, WINDOW], values: Float32Array.from(filters.flat()) },
      pairs: matrix(pairs),
      least: { shape: [1], values: Float32Array.of(1e-12) },
      repeats: integers(1, REPEATED, 1),
    },
    operators: [
      { type: 'Unsqueeze', inputs: ['input_values', 'one'], outputs: ['samples'] },
      {
        type: 'Conv',
        inputs: ['samples', 'filters'],
        outputs: ['correlations'],
        attributes: { kernel_shape: [WINDOW], strides: [WINDOW] },
      },
      { type: 'Mul', inputs: ['correlations', 'correlations'], outputs: ['squares'] },
      { type: 'MatMul', inputs: ['pairs', 'squares'], outputs: ['power'] },
      { type: 'Add', inputs: ['power', 'least'], outputs: ['some_power'] },
      { type: 'Log', inputs: ['some_power'], outputs: ['bins'] },
      ...rows.operators,
      { type: 'Tile', inputs: ['rows', 'repeats'], outputs: ['frames'] },
    ],
  })
  const cache = (name: string, length: string) =>
    ({ name, type: 'float32', shape: [1, 1, length, 1] }) as const
  // Its state consists of the preceding tokens.
  const decoder = onnxModel({
    inputs: [
      { name: 'encoder_attention_mask', type: 'int64', shape: [1, 'frames'] },
      { name: 'input_ids', type: 'int64', shape: [1, 1] },
      { name: 'frames', type: 'float32', shape: [1, 'frames', vocabulary.size] },
      cache('past_key_values.0.decoder.key', 'before'),
      cache('past_key_values.0.decoder.value', 'before'),
      cache('past_key_values.0.encoder.key', 'encoded'),
      cache('past_key_values.0.encoder.value', 'encoded'),
      { name: 'use_cache_branch', type: 'bool', shape: [1] },
    ],
    outputs: [
      { name: 'logits', type: 'float32', shape: [1, 1, vocabulary.size] },
      cache('present.0.decoder.key', 'tokens'),
      cache('present.0.decoder.value', 'tokens'),
      cache('present.0.encoder.key', 'frames'),
      cache('present.0.encoder.value', 'frames'),
    ],
    weights: {
      ...logits.weights,
      zero: integer(0),
      two: integer(2),
      masked: integer(MASKED),
      far: integer(1_000_000),
      as_state: integers(1, 1, 1, 1),
    },
    operators: [
      // As in the real models, what is read of the mask must be a single value, or one value per frame.
      {
        type: 'Slice',
        inputs: ['encoder_attention_mask', 'zero', 'far', 'one', 'masked'],
        outputs: ['each_masked'],
      },
      cast('each_masked', 'mask', FLOAT),
      { type: 'Unsqueeze', inputs: ['mask', 'two'], outputs: ['mask_of_frames'] },
      { type: 'Mul', inputs: ['frames', 'mask_of_frames'], outputs: ['rows'] },
      cast('input_ids', 'token_as_float', FLOAT),
      { type: 'Reshape', inputs: ['token_as_float', 'as_state'], outputs: ['token'] },
      ...['key', 'value'].map((part) => ({
        type: 'Concat',
        inputs: [`past_key_values.0.decoder.${part}`, 'token'],
        outputs: [`present.0.decoder.${part}`],
        attributes: { axis: 2 },
      })),
      { type: 'Gather', inputs: ['frames', 'zero'], outputs: ['of_each_frame'], attributes: { axis: 2 } },
      ...['key', 'value'].map((part) => ({
        type: 'Unsqueeze',
        inputs: ['of_each_frame', 'one'],
        outputs: [`present.0.encoder.${part}`],
      })),
      { type: 'Shape', inputs: ['past_key_values.0.decoder.key'], outputs: ['shape'] },
      { type: 'Gather', inputs: ['shape', 'two'], outputs: ['step'] },
      ...logits.operators,
    ],
  })
  return {
    'encoder.ort': await asOrt(encoder),
    'decoder.ort': await asOrt(decoder),
    tokens: tokensFile(vocabulary.tokens.map((token) => Buffer.from(token).toString('base64'))),
  }
}

/** Converts the model to ONNX Runtime's own format. */
async function asOrt(model: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'scriptorium-ort-'))
  try {
    const file = path.join(folder, 'model.ort')
    const session = await ort.InferenceSession.create(model, {
      optimizedModelFilePath: file,
      graphOptimizationLevel: 'basic',
      extra: { session: { save_model_format: 'ORT' } },
    })
    await session.release()
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}
