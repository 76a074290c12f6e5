/** The kinds of models that write punctuation, all of them run by the library sherpa-onnx on the CPU. */
import type { DescriptionFor } from '../../models/pulled/model-description.ts'
import { ModelError } from '../../models/pulled/model-error.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import { loadSherpa } from '../../models/sherpa.ts'
import type { WriteMarks } from './marked-words.ts'

export type PunctuationModel = PulledModel<DescriptionFor<'punctuation'>>

export interface PunctuationFamily {
  /** Names the family in the description of a model (`engine`). */
  readonly name: string
  /** How repositories publish its models. */
  readonly layout: {
    /** The files of a model, by the names that its description gives them: their paths in a repository, the best first. */
    readonly files: Readonly<Record<string, readonly RegExp[]>>
    /** What the name of a repository looks like, where the files are called like those of other models. */
    readonly repository?: RegExp
  }
  /**
   * Loads a model. It takes the time of its thread, as does each text.
   * @param pathOf - where a file is
   * @throws Error when the files are not a model of the family; the library ends the process in some of these cases
   */
  readonly load: (pathOf: (file: string) => Promise<string>) => Promise<WriteMarks>
}

/** Bytes of a word that CNN-BiLSTM models read: 200 tokens, of a byte each at worst, with those around the text. */
const MAX_WORD_BYTES = 190

const MODEL = [/^model\.int8\.onnx$/, /^model\.onnx$/]

export const PUNCTUATION_FAMILIES: readonly PunctuationFamily[] = [
  {
    /** Alibaba's CT-Transformer, of FunASR: Chinese and English. It leaves capitals as they are. */
    name: 'ct-transformer',
    layout: { files: { model: MODEL }, repository: /ct-transformer/i },
    load: async (pathOf) => {
      const { OfflinePunctuation } = await loadSherpa()
      const model = new OfflinePunctuation({ model: { ctTransformer: await pathOf('model') } })
      return (text) => model.addPunct(text)
    },
  },
  {
    /** Edge-Punct-Casing: English. It writes capitals, too, and reads lower case. */
    name: 'cnn-bilstm',
    layout: { files: { model: MODEL, vocabulary: [/^bpe\.vocab$/] } },
    load: async (pathOf) => {
      const { OnlinePunctuation } = await loadSherpa()
      const model = new OnlinePunctuation({
        model: { cnnBilstm: await pathOf('model'), bpeVocab: await pathOf('vocabulary') },
      })
      return (text) => {
        // The library would read memory that is not its own.
        const isReadable = text.split(/\s+/).every((word) => Buffer.byteLength(word) <= MAX_WORD_BYTES)
        return isReadable ? model.addPunct(text.toLowerCase()) : text
      }
    },
  },
]

/** What tells which family loads a model. */
interface OfFamily {
  readonly name: string
  readonly engine: string
  /** By their names. */
  readonly files: object
}

/** The family of a model: the one it names, if it has that family's files. */
export function punctuationFamilyOf({ engine, files }: OfFamily): PunctuationFamily | undefined {
  const names = new Set(Object.keys(files))
  return PUNCTUATION_FAMILIES.find(
    (family) => family.name === engine && names.symmetricDifference(new Set(filesOf(family))).size === 0,
  )
}

/** @throws {ModelError} when no family loads the model: the message says which there are */
function requirePunctuationFamily(model: OfFamily): PunctuationFamily {
  const family = punctuationFamilyOf(model)
  if (family !== undefined) return family
  const known = PUNCTUATION_FAMILIES.map((one) => `${one.name} (${filesOf(one).join(', ')})`).join('; ')
  throw new ModelError(
    `No engine writes punctuation with ${model.name}. The engines and their files are: ${known}`,
  )
}

/** @throws {ModelError} when no family loads the model, or a file is damaged */
export async function loadPunctuation(model: PunctuationModel): Promise<WriteMarks> {
  return requirePunctuationFamily(model.description).load((file) => model.path(file))
}

const filesOf = ({ layout }: PunctuationFamily) => Object.keys(layout.files)
