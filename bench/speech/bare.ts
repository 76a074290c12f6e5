/**
 * The bare engine, started by `../speech.ts`: the ONNX models as published, with the default settings of ONNX Runtime and
 * greedy decoding. Whisper's spectrograms are computed before the measurement.
 */
import * as ort from 'onnxruntime-node'
import { WhisperFeatureExtractor } from '@huggingface/transformers'
import { LlamaTokenizer } from 'llama-tokenizer-js'
import { readBundledFile } from '../../src/models/bundled-files.ts'
import { ByteLevelVocabulary } from '../../src/speech/engines/byte-level-vocabulary.ts'
import type { BundledModel } from '../../src/speech/engines/engine.ts'
import { moonshine } from '../../src/speech/engines/moonshine.ts'
import { WHISPER_BASE } from '../../src/speech/engines/whisper-models.ts'
import { answer, type Given } from './measured.ts'

/** Neither model writes more for a segment; stops a model that repeats itself. */
const MAX_TOKENS = 440

await answer((given) => (given.language === 'en' ? loadMoonshine() : loadWhisper(given)))

interface Models {
  readonly encoder: ort.InferenceSession
  readonly decoder: ort.InferenceSession
}

async function loadMoonshine(): Promise<(given: Given) => Promise<string>> {
  const models = await sessionsOf(moonshine.bundled!)
  const tokenizer = new LlamaTokenizer()
  return async ({ segments }) => {
    const texts: string[] = []
    for (const samples of segments) {
      const feeds = { input_values: new ort.Tensor('float32', samples, [1, samples.length]) }
      texts.push(tokenizer.decode(await decode(models, feeds, [1], 2), false, false))
    }
    return texts.join(' ')
  }
}

async function loadWhisper({ language, segments: all }: Given): Promise<(given: Given) => Promise<string>> {
  const models = await sessionsOf(WHISPER_BASE)
  const json = async (file: string): Promise<unknown> =>
    JSON.parse((await readBundledFile(WHISPER_BASE.files[file]!)).toString())
  const features = new WhisperFeatureExtractor(await json('features'))
  const vocabulary = new ByteLevelVocabulary((await json('vocabulary')) as Record<string, number>)
  const config = (await json('generation')) as Record<string, number> & Record<string, Record<string, number>>
  const prompt = [
    config['decoder_start_token_id'],
    config['lang_to_id']![`<|${language}|>`],
    config['task_to_id']!['transcribe'],
    config['no_timestamps_token_id'],
  ] as number[]
  const spectrograms = new Map<Float32Array, ort.Tensor>()
  for (const samples of all) {
    const { data, dims } = (await features(samples)).input_features
    spectrograms.set(samples, new ort.Tensor('float32', Float32Array.from(data), dims))
  }
  return async ({ segments }) => {
    const texts: string[] = []
    for (const samples of segments) {
      const feeds = { input_features: spectrograms.get(samples)! }
      const tokens = await decode(models, feeds, prompt, config['eos_token_id']!)
      texts.push(Buffer.concat(tokens.map((token) => vocabulary.bytesOf(token))).toString())
    }
    return texts.join(' ')
  }
}

async function sessionsOf({ files }: BundledModel): Promise<Models> {
  const load = async (file: string) =>
    ort.InferenceSession.create(await readBundledFile(files[file]!), { logSeverityLevel: 3 })
  return { encoder: await load('encoder'), decoder: await load('decoder') }
}

/** The tokens of a segment. */
async function decode(
  { encoder, decoder }: Models,
  feeds: Record<string, ort.Tensor>,
  prompt: readonly number[],
  end: number,
): Promise<number[]> {
  const { last_hidden_state: encoded } = await encoder.run(feeds, ['last_hidden_state'])
  const caches: Record<string, ort.Tensor> = {}
  for (const input of decoder.inputMetadata) {
    if (!input.name.startsWith('past_key_values.') || !input.isTensor) continue
    const [, heads, , size] = input.shape as [unknown, number, unknown, number]
    caches[input.name] = new ort.Tensor('float32', new Float32Array(0), [1, heads, 0, size])
  }
  const tokens: number[] = []
  for (let input = prompt; tokens.length < MAX_TOKENS; input = tokens.slice(-1)) {
    const first = tokens.length === 0
    const changed = Object.keys(caches).filter((name) => first || name.includes('.decoder.'))
    const presentOf = (name: string) => name.replace('past_key_values', 'present')
    const outputs = await decoder.run(
      {
        ...caches,
        input_ids: new ort.Tensor('int64', BigInt64Array.from(input, BigInt), [1, input.length]),
        encoder_hidden_states: encoded!,
        use_cache_branch: new ort.Tensor('bool', [!first], [1]),
      },
      ['logits', ...changed.map(presentOf)],
    )
    for (const name of changed) caches[name] = outputs[presentOf(name)]!
    const scores = (outputs['logits']!.data as Float32Array).subarray(-outputs['logits']!.dims.at(-1)!)
    let best = 0
    for (let i = 1; i < scores.length; i++) if (scores[i]! > scores[best]!) best = i
    if (best === end) break
    tokens.push(best)
  }
  return tokens
}
