/** Engine families of sherpa-onnx, declared as data. */
import type { OfflineRecognizerConfig } from 'sherpa-onnx-node'
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Layout } from '../../../models/pulled/layout.ts'
import { withFiles } from '../../../models/pulled/model-family.ts'
import type { EngineFamily } from '../engine.ts'
import { HotWords } from './hot-words.ts'
import { SherpaEngine, type SherpaModel, type Spoken } from './sherpa-engine.ts'
import { wordsOfTokens } from './words-of-tokens.ts'

/** A kind of model that the library runs. */
interface SherpaKind<File extends string> extends Omit<SherpaModel, 'setup' | 'hotWords' | 'words'> {
  /** See `EngineFamily`. */
  readonly name: string
  readonly languages?: readonly LanguageCode[]
  readonly layout: Layout & { readonly files: Readonly<Record<File, readonly RegExp[]>> }
  /** The library's configuration to recognise this speech, given the paths of the files. */
  readonly config: (paths: Readonly<Record<File, string>>, spoken: Spoken) => OfflineRecognizerConfig
  /** Default: {@link wordsOfTokens}, for models that return token times. */
  readonly words?: SherpaModel['words']
}

/** A kind of transducer, which can be given words to expect. */
type TransducerKind<File extends string> = Pick<SherpaKind<File | 'tokens'>, 'name' | 'layout' | 'config'>

/** Declares an engine family. */
export function sherpaFamily<File extends string>({
  name,
  languages,
  layout,
  config,
  words = wordsByTokens,
  ...rest
}: SherpaKind<File>): EngineFamily {
  return sharedFamily({ name, languages, layout }, async (paths) => ({
    ...rest,
    setup: (spoken) => ({ config: config(paths, spoken) }),
    words,
  }))
}

/**
 * Declares an engine family of transducers. If words are expected, the library needs beam search; otherwise it decodes
 * greedily, as in the published figures of most models.
 */
export function transducerFamily<File extends string>({
  config,
  ...declared
}: TransducerKind<File>): EngineFamily {
  return sharedFamily(declared, async (paths) => {
    const hotWords = await HotWords.of(paths.tokens)
    const hotWordsOf = ({ vocabulary }: Spoken) => hotWords.written(vocabulary)
    return {
      setup: (spoken) => {
        const greedy = config(paths, spoken)
        if (!hotWords.canWriteAnyOf(spoken.vocabulary)) return { config: greedy }
        const { modelingUnit, pieceList } = hotWords
        const modelConfig = { ...greedy.modelConfig, modelingUnit }
        return {
          config: {
            ...greedy,
            modelConfig,
            decodingMethod: 'modified_beam_search',
            // Added to the beginning of an expected word even if it is not spoken, in addition to the boost of the word;
            // 0 means the library's default.
            hotwordsScore: 0.01,
          },
          pieceList,
        }
      },
      hotWords: hotWordsOf,
      words: wordsByTokens,
    }
  })
}

const wordsByTokens: SherpaModel['words'] = (result, { samples, language }) =>
  wordsOfTokens(result, samples.length / SAMPLE_RATE, language)

function sharedFamily<File extends string>(
  { name, languages, layout }: Pick<SherpaKind<File>, 'name' | 'layout'> & Pick<EngineFamily, 'languages'>,
  modelOf: (paths: Readonly<Record<File, string>>) => Promise<SherpaModel>,
): EngineFamily {
  return {
    name,
    languages,
    ...withFiles({ layout }),
    isShared: true,
    async load(model, context) {
      const paths = {} as Record<File, string>
      for (const file of Object.keys(layout.files) as File[]) paths[file] = await model.path(file)
      return SherpaEngine.load(await modelOf(paths), context)
    },
  }
}
