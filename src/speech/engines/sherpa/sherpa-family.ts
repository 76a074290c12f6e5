/** Engine families of sherpa-onnx, as data. */
import type { OfflineRecognizerConfig } from 'sherpa-onnx-node'
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import type { DescriptionFor } from '../../../models/pulled/model-description.ts'
import type { EngineFamily } from '../engine.ts'
import { SherpaEngine, type SherpaModel, type Spoken } from './sherpa-engine.ts'
import { wordsOfTokens } from './words-of-tokens.ts'

/** A kind of models that the library runs. */
interface SherpaKind<File extends string> {
  /** See `EngineFamily`. */
  readonly name: string
  readonly files: readonly File[]
  readonly pullable: readonly DescriptionFor<'recognition'>[]
  /** What the library loads a model with to recognise some speech, given the paths of the files: see {@link SherpaModel.config}. */
  readonly config: (paths: Readonly<Record<File, string>>, spoken: Spoken) => OfflineRecognizerConfig
  readonly streamOptions?: SherpaModel['streamOptions']
  /** Default: {@link wordsOfTokens}, for models that time their tokens. */
  readonly words?: SherpaModel['words']
}

/** Declares an engine family. */
export function sherpaFamily<File extends string>({
  name,
  files,
  pullable,
  config,
  streamOptions,
  words = (result, { samples, language }) => wordsOfTokens(result, samples.length / SAMPLE_RATE, language),
}: SherpaKind<File>): EngineFamily {
  return {
    name,
    files,
    pullable,
    isShared: true,
    async load(model, context) {
      const paths = {} as Record<File, string>
      for (const file of files) paths[file] = await model.path(file)
      const own = { config: (spoken: Spoken) => config(paths, spoken), words }
      return SherpaEngine.load({ ...own, ...(streamOptions && { streamOptions }) }, context)
    },
  }
}
