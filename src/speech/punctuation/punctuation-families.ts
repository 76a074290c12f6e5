/** The kinds of models that write punctuation, all of them run by the library sherpa-onnx on the CPU. */
import type { DescriptionFor } from '../../models/pulled/model-description.ts'
import { type Layout, onnxFile } from '../../models/pulled/layout.ts'
import { type ModelFamily, requireFamily, withFiles } from '../../models/pulled/model-family.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import { loadSherpa } from '../../models/sherpa.ts'
import type { WriteMarks } from './marked-words.ts'

export type PunctuationModel = PulledModel<DescriptionFor<'punctuation'>>

export interface PunctuationFamily extends ModelFamily {
  readonly layout: Layout
  /**
   * Loads a model. It takes the time of its thread, as does each text.
   * @param pathOf - where a file is
   * @throws Error when the files are not a model of the family; the library ends the process in some of these cases
   */
  readonly load: (pathOf: (file: string) => Promise<string>) => Promise<WriteMarks>
}

/** Bytes of a word that CNN-BiLSTM models read: 200 tokens, of a byte each at worst, with those around the text. */
const MAX_WORD_BYTES = 190

const DECLARED: readonly Omit<PunctuationFamily, 'files'>[] = [
  {
    /** Alibaba's CT-Transformer, of FunASR: Chinese and English. It leaves capitals as they are. */
    name: 'ct-transformer',
    layout: { files: { model: onnxFile('model') }, repository: /ct-transformer/i },
    load: async (pathOf) => {
      const { OfflinePunctuation } = await loadSherpa()
      const model = new OfflinePunctuation({ model: { ctTransformer: await pathOf('model') } })
      return (text) => model.addPunct(text)
    },
  },
  {
    /** Edge-Punct-Casing: English. It writes capitals, too, and reads lower case. */
    name: 'cnn-bilstm',
    layout: { files: { model: onnxFile('model'), vocabulary: [/^bpe\.vocab$/] } },
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

export const PUNCTUATION_FAMILIES: readonly PunctuationFamily[] = DECLARED.map(withFiles)

/** @throws {ModelError} when no family loads the model, or a file is damaged */
export async function loadPunctuation(model: PunctuationModel): Promise<WriteMarks> {
  return requireFamily(model.description, PUNCTUATION_FAMILIES).load((file) => model.path(file))
}
