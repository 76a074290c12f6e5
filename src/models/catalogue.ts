/**
 * The models that `scriptorium models pull` knows by name. To add one of a known engine, add an entry here.
 *
 * No hub could be reached where this was written, so none of the models has been run: that is what the trial of a pull is for. Digests are
 * those by which public projects pin the same files (for weights, the object ids of Git LFS): several projects for whisper-small, one for the
 * weights of whisper-large-v3-turbo and for entities-multilingual (redacter-rs). Other files have the digests that the hub lists.
 */
import { languageCode } from '../contract/languages.ts'
import type { CatalogueEntry } from './pulled/catalogue-entry.ts'

export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    name: 'whisper-small',
    about: 'recordings in any language except English',
    purpose: 'recognition',
    engine: 'whisper',
    licence: 'MIT',
    // English stays with Moonshine: whether this model is better was not measured.
    languages: languageCode.options.filter((language) => language !== 'en'),
    identifiesLanguages: true,
    punctuates: true,
    priority: 1,
    published: [],
    source: { repository: 'Xenova/whisper-small', commit: '2d67713f236afa48a18992566e7647f6ca848e13' },
    files: {
      encoder: {
        path: 'onnx/encoder_model_quantized.onnx',
        size: 92_324_809,
        sha256: '969f5ac12974340386bf7a02ea6626003e5e2dee396ffc6ab0eec282bf55ba06',
      },
      decoder: {
        path: 'onnx/decoder_model_merged_quantized.onnx',
        size: 156_780_950,
        sha256: 'fcfc6100dc7339e7507e10f8b274350be7c4f8d8b575f0293f94cc0e156d6d24',
      },
      vocabulary: {
        path: 'tokenizer.json',
        size: 2_480_466,
        sha256: '27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566',
      },
      generation: {
        path: 'generation_config.json',
        size: 3837,
        sha256: '0b7407a4e53a677f826e03c75d409e6f830663932bf43dda3b08c5efa2223279',
      },
      features: {
        path: 'preprocessor_config.json',
        size: 339,
        sha256: 'a6a76d28c93edb273669eb9e0b0636a2bddbb1272c3261e47b7ca6dfdbac1b8d',
      },
    },
  },
  {
    name: 'whisper-large-v3-turbo',
    about: 'recordings in any language, where time matters less than words',
    purpose: 'recognition',
    engine: 'whisper',
    licence: 'MIT',
    languages: [...languageCode.options],
    identifiesLanguages: true,
    punctuates: true,
    priority: 2,
    published: [],
    source: {
      repository: 'onnx-community/whisper-large-v3-turbo_timestamped',
      commit: 'b3f77bf9a8c4d5ea3415827033d1ffea7955fd9a',
    },
    files: {
      encoder: {
        path: 'onnx/encoder_model_quantized.onnx',
        size: 644_883_359,
        sha256: 'a5bece0f99f86b5fed85e59b6b23299500639b283a0a6e00098e6583ed1baeb8',
      },
      decoder: {
        path: 'onnx/decoder_model_merged_quantized.onnx',
        size: 439_997_434,
        sha256: 'b4ab1c92a9bcf8c8fdc49deacb57ac51b707d5248bc7868af42371b896c3ae52',
      },
      vocabulary: {
        path: 'tokenizer.json',
        size: 2_480_645,
        sha256: 'b3c8202bbf06d8ee4232c5984baa563784ac4737e2e7fdc42fa180200d3cfcdb',
      },
      generation: {
        path: 'generation_config.json',
        size: 3797,
        sha256: '8568ddf83476167b4607014956b87142763fa6923e71259a606734beb39bdfc8',
      },
      features: {
        path: 'preprocessor_config.json',
        size: 340,
        sha256: '7ccc62c6f2765af1f3b46c00c9b5894426835a05021c8b9c01eecb6dfb542711',
      },
    },
  },
  {
    name: 'entities-multilingual',
    about: 'people, organisations, places and dates in transcripts',
    purpose: 'entities',
    licence: 'AFL-3.0',
    priority: 1,
    languages: ['ar', 'de', 'en', 'es', 'fr', 'it', 'lv', 'nl', 'pt', 'zh'],
    labels: { PER: 'NAME', ORG: 'ORGANIZATION', LOC: 'LOCATION', DATE: 'DATE' },
    published: [],
    source: {
      repository: 'Xenova/distilbert-base-multilingual-cased-ner-hrl',
      commit: 'c2a4dbf593c57f47004c5bc2d3770d311aee9c43',
    },
    files: {
      config: {
        path: 'config.json',
        size: 927,
        sha256: '38847be4dc6699b1218a749ed69f888c2ccc7b4deba98e3c4a1cac8cb34d54c8',
      },
      tokenizer: {
        path: 'tokenizer.json',
        size: 2_919_362,
        sha256: 'bf1b59b7b11c95f194f51708d918eea378e09d05f84c0e1656dc5180e8117088',
      },
      model: {
        path: 'onnx/model_uint8.onnx',
        size: 135_115_742,
        sha256: '5b54455882ff2f242af18932b9da308d1f902f9f65d1d8f56ce9eb9bfcd5bf9e',
      },
    },
  },
]
