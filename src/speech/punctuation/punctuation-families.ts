/** The kinds of punctuation models, all of which sherpa-onnx runs on the CPU. */
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
   * Loads a model. Both loading and each text block the thread.
   * @param pathOf - gives the path of a file
   * @throws Error if the files are not a model of the family; in some of these cases, the library ends the process
   *   instead
   */
  readonly load: (pathOf: (file: string) => Promise<string>) => Promise<WriteMarks>
}

/**
 * The longest word, in bytes, that CNN-BiLSTM models can read: 200 tokens, one byte each at worst, including those around
 * the text.
 */
const MAX_WORD_BYTES = 190

const DECLARED: readonly Omit<PunctuationFamily, 'files'>[] = [
  {
    /** Alibaba's CT-Transformer, from FunASR: Chinese and English. Does not change capitals. */
    name: 'ct-transformer',
    layout: { files: { model: onnxFile('model') }, repository: /ct-transformer/i },
    load: async (pathOf) => {
      const { OfflinePunctuation } = await loadSherpa()
      const model = new OfflinePunctuation({ model: { ctTransformer: await pathOf('model') } })
      return (text) => model.addPunct(text)
    },
  },
  {
    /** Edge-Punct-Casing: English. Also writes capitals, and expects lower case. */
    name: 'cnn-bilstm',
    layout: { files: { model: onnxFile('model'), vocabulary: [/^bpe\.vocab$/] } },
    load: async (pathOf) => {
      const { OnlinePunctuation } = await loadSherpa()
      const model = new OnlinePunctuation({
        model: { cnnBilstm: await pathOf('model'), bpeVocab: await pathOf('vocabulary') },
      })
      return (text) => {
        // Otherwise, the library would read memory out of bounds.
        const isReadable = text.split(/\s+/).every((word) => Buffer.byteLength(word) <= MAX_WORD_BYTES)
        return isReadable ? model.addPunct(text.toLowerCase()) : text
      }
    },
  },
]

export const PUNCTUATION_FAMILIES: readonly PunctuationFamily[] = DECLARED.map(withFiles)

/** @throws {ModelError} if no family loads the model, or a file is damaged */
export async function loadPunctuation(model: PunctuationModel): Promise<WriteMarks> {
  return requireFamily(model.description, PUNCTUATION_FAMILIES).load((file) => model.path(file))
}
