/** Measures the stages of the recognition of a file, one after another, in this process. */
import { join } from 'node:path'
import { WhisperFeatureExtractor } from '@huggingface/transformers'
import * as ort from 'onnxruntime-node'
import pLimit from 'p-limit'
import { decode } from '../../src/audio/decode.ts'
import { findFfmpeg } from '../../src/audio/ffmpeg.ts'
import type { LanguageCode } from '../../src/contract/languages.ts'
import { Recogniser } from '../../src/speech/batch/recogniser.ts'

export interface Stage {
  readonly name: string
  readonly seconds: number
  readonly cpuSeconds: number
}

/** The time used so far. */
const now = () => {
  const { user, system } = process.cpuUsage()
  return { seconds: performance.now() / 1000, cpuSeconds: (user + system) / 1e6 }
}

/** The time used by several stages. */
type Times = Omit<Stage, 'name'>
const sumOf = (a: Times, b: Times, sign = 1): Times => ({
  seconds: a.seconds + sign * b.seconds,
  cpuSeconds: a.cpuSeconds + sign * b.cpuSeconds,
})

/** @param folder - contains the recording as `<language>.wav` */
export async function stagesOf(folder: string, language: LanguageCode): Promise<Stage[]> {
  const stages = new Map<string, Times>()
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const from = now()
    try {
      return await work()
    } finally {
      const before = stages.get(name) ?? { seconds: 0, cpuSeconds: 0 }
      stages.set(name, sumOf(before, sumOf(now(), from, -1)))
    }
  }
  // The search for speech would otherwise overlap with recognition.
  const inTurn = pLimit(1)
  const { prototype } = ort.InferenceSession as unknown as { prototype: ort.InferenceSession }
  replace(
    prototype,
    'run',
    (run) =>
      function (this: ort.InferenceSession, ...given: Parameters<ort.InferenceSession['run']>) {
        return inTurn(() => timed(stageOf(this.inputNames), () => run.apply(this, given)))
      } as ort.InferenceSession['run'],
  )
  replace(
    WhisperFeatureExtractor.prototype,
    '_call',
    (call) =>
      function (this: WhisperFeatureExtractor, ...given: Parameters<typeof call>) {
        return timed('spectrogram', () => call.apply(this, given))
      },
  )
  const ffmpeg = await findFfmpeg()
  const recogniser = new Recogniser()
  const recording = await timed('decoding', () =>
    decode(join(folder, `${language}.wav`), { ffmpeg, folder, maxSeconds: 10_000 }),
  )
  const recognise = () => recogniser.recognise(recording, { languages: [language], codeSwitching: false })
  try {
    // Loads the models.
    await recognise()
    const decoding = stages.get('decoding')!
    stages.clear()
    const from = now()
    await recognise()
    const all = sumOf(now(), from, -1)
    const rest = [...stages.values()].reduce((left, own) => sumOf(left, own, -1), all)
    const named = [['decoding', decoding], ...stages, ['alignment, words and all else', rest]] as const
    return named.map(([name, times]) => ({ name, ...times }))
  } finally {
    await recording.close()
    await recogniser.close()
  }
}

function stageOf(inputs: readonly string[]): string {
  if (inputs.includes('input_ids')) return 'decoder'
  return inputs.includes('input_values') || inputs.includes('input_features') ? 'encoder' : 'voice activity'
}

function replace<Owner, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
  by: (own: Owner[Name]) => Owner[Name],
): void {
  owner[name] = by(owner[name])
}
