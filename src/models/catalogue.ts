/**
 * The models that `scriptorium models pull` knows by name. To add a model for an existing engine, add an entry here.
 *
 * None of these models has been run, because no hub could be reached where this was written; the trial of each pull makes
 * up for that. Digests are those by which public projects pin the same files (for weights, the object ids of Git LFS);
 * many come from a single project. Other files get the digests that the hub lists. Figures come from the sources named
 * beside them, and mostly apply to weights of higher precision than these.
 */
import { languageCode } from '../contract/languages.ts'
import type { CatalogueEntry, EntryFile, PublishedFigure } from './pulled/catalogue-entry.ts'

const spoken = (codes: string) => codes.split(' ').map((code) => languageCode.parse(code))

/** A project that measures many models in the same way. */
const transcribeCpp = (model: string) =>
  `https://github.com/handy-computer/transcribe.cpp/blob/ea077b87590bcfb090d7c38c03ab36cd1c7005d3/docs/models/${model}.md`

const readEnglish = (percent: string, model: string): PublishedFigure => ({
  figure: `${percent} % of words wrong on English read aloud (LibriSpeech test-clean)`,
  wordsWrong: Number(percent),
  source: transcribeCpp(model),
})

const ONNX_ASR =
  'https://github.com/istupakov/onnx-asr/blob/2c2fe1976894f7845fbe95aa51df2cdd9cdf9e57/docs/comparison.md'

/** Finds who speaks when within ten seconds. The 8-bit export is reported to be far worse. */
const SEGMENTATION: EntryFile = {
  source: {
    repository: 'csukuangfj/sherpa-onnx-pyannote-segmentation-3-0',
    commit: '9403a6902bb58e3d5ae8c7e77c3422de279db2e0',
  },
  path: 'model.onnx',
  size: 5_992_913,
  sha256: '220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079',
}

const PYANNOTE: PublishedFigure = {
  figure:
    '18.8 % of the time attributed wrongly on AMI, 11.2 % on VoxConverse, by pyannote 3.1, which has the same segmentation',
  source: 'https://github.com/pyannote/pyannote-audio/tree/b749285c5cdd',
}

/** Published figures for the bundled models, by engine. */
export const PUBLISHED_OF_BUNDLED: Readonly<Record<string, readonly PublishedFigure[]>> = {
  moonshine: [readEnglish('3.26', 'moonshine-base')],
  whisper: [readEnglish('5.12', 'whisper-base')],
}

/** In the order of `models list`: by purpose, the most useful first. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    name: 'parakeet-v3',
    about: 'recordings in 25 languages of Europe: fast, with punctuation',
    purpose: 'recognition',
    engine: 'nemo-transducer',
    licence: 'CC-BY-4.0',
    languages: spoken('bg cs da de el en es et fi fr hr hu it lt lv mt nl pl pt ro ru sk sl sv uk'),
    identifiesLanguages: false,
    punctuates: true,
    priority: 9,
    published: [
      readEnglish('1.94', 'parakeet-tdt-0.6b-v3'),
      {
        figure:
          '6.75 % of words wrong on English of VoxPopuli (Whisper base 12.76 %), 10.95 % on Russian LibriSpeech; 41 times as fast as the speech on a Ryzen 9800X3D (Whisper base 35 times)',
        source: ONNX_ASR,
      },
    ],
    source: {
      repository: 'csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8',
      commit: '2bda32ec70b097a55adaa07d9a7173915b43cc78',
    },
    files: {
      encoder: {
        path: 'encoder.int8.onnx',
        size: 652_184_281,
        sha256: 'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247',
      },
      decoder: {
        path: 'decoder.int8.onnx',
        size: 11_845_275,
        sha256: '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e',
      },
      joiner: {
        path: 'joiner.int8.onnx',
        size: 6_355_277,
        sha256: '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3',
      },
      tokens: {
        path: 'tokens.txt',
        size: 93_939,
        sha256: 'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d',
      },
    },
  },
  {
    name: 'parakeet-v2',
    about: 'recordings in English: fast, with punctuation',
    purpose: 'recognition',
    engine: 'nemo-transducer',
    licence: 'CC-BY-4.0',
    languages: ['en'],
    identifiesLanguages: false,
    punctuates: true,
    priority: 10,
    published: [
      readEnglish('1.69', 'parakeet-tdt-0.6b-v2'),
      {
        figure:
          '6.51 % of words wrong on English of VoxPopuli (Whisper base 12.76 %); 41 times as fast as the speech on a Ryzen 9800X3D (Whisper base 35 times)',
        source: ONNX_ASR,
      },
    ],
    source: {
      repository: 'csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8',
      commit: '1ab9323565ddb038682214b292f588070a538ce2',
    },
    files: {
      encoder: {
        path: 'encoder.int8.onnx',
        size: 652_184_296,
        sha256: 'a32b12d17bbbc309d0686fbbcc2987b5e9b8333a7da83fa6b089f0a2acd651ab',
      },
      decoder: {
        path: 'decoder.int8.onnx',
        size: 7_257_753,
        sha256: 'b6bb64963457237b900e496ee9994b59294526439fbcc1fecf705b31a15c6b4e',
      },
      joiner: {
        path: 'joiner.int8.onnx',
        size: 1_739_080,
        sha256: '7946164367946e7f9f29a122407c3252b680dbae9a51343eb2488d057c3c43d2',
      },
      tokens: {
        path: 'tokens.txt',
        size: 9_384,
        sha256: 'ec182b70dd42113aff6c5372c75cac58c952443eb22322f57bbd7f53977d497d',
      },
    },
  },
  {
    name: 'cohere-transcribe',
    about: 'recordings in 14 languages, on machines with many cores: accurate but slow',
    purpose: 'recognition',
    engine: 'cohere-transcribe',
    licence: 'Apache-2.0',
    languages: spoken('ar de el en es fr it ja ko nl pl pt vi zh'),
    identifiesLanguages: false,
    punctuates: true,
    priority: 12,
    published: [readEnglish('1.27', 'cohere-transcribe-03-2026')],
    source: {
      repository: 'csukuangfj2/sherpa-onnx-cohere-transcribe-14-lang-int8-2026-04-01',
      commit: '156a470cf08eefe706a0004f3c52d9ee567ca7a0',
    },
    files: {
      encoder: {
        path: 'encoder.int8.onnx',
        size: 3_090_822,
        sha256: 'cf704f8cfa90e3f0a76f9ffc05998bdf00ba9ae983192c14a85a3a5eb008b367',
      },
      'encoder.int8.onnx.data': {
        path: 'encoder.int8.onnx.data',
        size: 2_731_503_072,
        sha256: 'bcf1b7148c8518ae52df1ad2d2fc2b4e89261ea23e6c874eef1d9f55bcbaa4a3',
      },
      decoder: {
        path: 'decoder.int8.onnx',
        size: 153_250_705,
        sha256: '8372ca6c8ff4db8b916ca3592f5c757a715e691b9edec751ba19b29fc854baf9',
      },
      tokens: {
        path: 'tokens.txt',
        size: 207_437,
        sha256: '013ede043ae2480e3a9205cc34550d9686100cc682bacc90f702facdfbb93035',
      },
    },
  },
  {
    name: 'gigaam-v3',
    about: 'recordings in Russian, with punctuation',
    purpose: 'recognition',
    engine: 'nemo-transducer',
    licence: 'MIT',
    languages: ['ru'],
    identifiesLanguages: false,
    punctuates: true,
    priority: 11,
    published: [
      {
        figure: '7.60 % of words wrong on Russian LibriSpeech (Whisper base 38.33 %, Parakeet v3 10.95 %)',
        source: ONNX_ASR,
      },
      {
        figure: '11.2 % of words wrong on ten sets of Russian (Whisper 21.0 %)',
        source:
          'https://github.com/salute-developers/GigaAM/blob/85558932f047bf80d03f2b2e9dc2584c26e8bda6/evaluation.md',
      },
    ],
    source: {
      repository: 'csukuangfj/sherpa-onnx-nemo-transducer-punct-giga-am-v3-russian-2025-12-16',
      commit: 'a6039be7cee829a9044a69ac0ebaf1c191217c97',
    },
    files: {
      encoder: {
        path: 'encoder.int8.onnx',
        size: 224_570_820,
        sha256: '369f35a71bf288d3b8e0391fabd8dba5f2314088d440bca474056b7b4b6e66bf',
      },
      decoder: {
        path: 'decoder.onnx',
        size: 4_600_132,
        sha256: '38fc7475443ea2a26f63211ca350f73ac50fff824ab7a3876ee2bd610c53bbc4',
      },
      joiner: {
        path: 'joiner.onnx',
        size: 2_712_896,
        sha256: '602ff7017a93311aad34df1437c8d7f49911353c13d6eae7a6ee7b041339465c',
      },
      tokens: {
        path: 'tokens.txt',
        size: 13_354,
        sha256: '39abae20e692998290c574e606f11a9edef2902a1995463fcff63d1490cf22b7',
      },
    },
  },
  {
    name: 'parakeet-ja',
    about: 'recordings in Japanese, with punctuation',
    purpose: 'recognition',
    engine: 'nemo-ctc',
    licence: 'CC-BY-4.0',
    languages: ['ja'],
    identifiesLanguages: false,
    punctuates: true,
    priority: 8,
    published: [
      {
        figure: '6.4 % of characters wrong on JSUT, 13.2 % on Common Voice 16.1, 9.0 % on TEDxJP-10K',
        source: 'https://huggingface.co/nvidia/parakeet-tdt_ctc-0.6b-ja',
      },
    ],
    source: {
      repository: 'csukuangfj/sherpa-onnx-nemo-parakeet-tdt_ctc-0.6b-ja-35000-int8',
      commit: 'bef18eb066808c90bd0f5df5be685767b0732de8',
    },
    files: {
      model: {
        path: 'model.int8.onnx',
        size: 655_542_604,
        sha256: '3addd00ef5bd1742078389e540b77394e4a508bdf2f4c9ad1b4a76d93e76598e',
      },
      tokens: { path: 'tokens.txt', size: 28_557 },
    },
  },
  {
    name: 'canary-flash',
    about: 'recordings in German, English, Spanish and French, on small machines',
    purpose: 'recognition',
    engine: 'canary',
    licence: 'CC-BY-4.0',
    languages: spoken('de en es fr'),
    identifiesLanguages: false,
    punctuates: true,
    priority: 7,
    published: [readEnglish('1.93', 'canary-180m-flash')],
    source: {
      repository: 'csukuangfj/sherpa-onnx-nemo-canary-180m-flash-en-es-de-fr-int8',
      commit: '9077164e0d3dd1d5353743e89ceaa1d3a770838c',
    },
    files: {
      encoder: {
        path: 'encoder.int8.onnx',
        size: 132_678_643,
        sha256: '7a75b4e2a5857a6dcc0819503bbe3fad66943db4a3ccf21d3f27c633667d303f',
      },
      decoder: {
        path: 'decoder.int8.onnx',
        size: 74_437_848,
        sha256: 'e41a2ab9c0c2fe81a1e8ade5a45fb02a74bc4db7d1f91b89a54a25e2cf79cba2',
      },
      tokens: {
        path: 'tokens.txt',
        size: 53_555,
        sha256: '2dae6fc7815f9640645e0c765522b278ee0cef49b482d91f6913e334628d3e77',
      },
    },
  },
  {
    name: 'sense-voice',
    about: 'recordings in Chinese, Japanese and Korean: very fast, with punctuation',
    purpose: 'recognition',
    engine: 'sense-voice',
    licence: 'FunASR Model Open Source License 1.1',
    // It also knows Cantonese, which is not among our languages, and English, which other models recognise better.
    languages: spoken('ja ko zh'),
    identifiesLanguages: false,
    punctuates: true,
    priority: 6,
    published: [
      {
        figure: '10.20 % of characters wrong on Chinese of FLEURS',
        source: transcribeCpp('sensevoice-small'),
      },
      readEnglish('3.13', 'sensevoice-small'),
    ],
    source: {
      repository: 'csukuangfj/sherpa-onnx-sense-voice-zh-en-ja-ko-yue-2024-07-17',
      commit: '2365baeacb507f821a0c8120fcee3d484dba7a07',
    },
    files: {
      model: {
        path: 'model.int8.onnx',
        size: 239_233_841,
        sha256: 'c71f0ce00bec95b07744e116345e33d8cbbe08cef896382cf907bf4b51a2cd51',
      },
      tokens: {
        path: 'tokens.txt',
        size: 315_894,
        sha256: 'f449eb28dc567533d7fa59be34e2abca8784f771850c78a47fb731a31429a1dc',
      },
    },
  },
  {
    name: 'whisper-small',
    about: 'recordings in any language except English',
    purpose: 'recognition',
    engine: 'whisper',
    licence: 'MIT',
    // English stays with Moonshine: nobody has measured whether this model is better.
    languages: languageCode.options.filter((language) => language !== 'en'),
    identifiesLanguages: true,
    punctuates: true,
    priority: 3,
    published: [readEnglish('3.33', 'whisper-small')],
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
    about: 'recordings in any language, if accuracy matters more than speed',
    purpose: 'recognition',
    engine: 'whisper',
    licence: 'MIT',
    languages: [...languageCode.options],
    identifiesLanguages: true,
    punctuates: true,
    priority: 5,
    published: [
      readEnglish('2.01', 'whisper-large-v3-turbo'),
      {
        figure: '14.81 % of words wrong on English of VoxPopuli, 10.10 % on Russian LibriSpeech',
        source: ONNX_ASR,
      },
    ],
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
    name: 'qwen3-asr',
    about: 'recordings in 29 languages; takes a prompt that says what the speech is about',
    purpose: 'recognition',
    engine: 'qwen3-asr',
    licence: 'Apache-2.0',
    languages: spoken(
      'ar cs da de el en es fa fi fr hi hu id it ja ko mk ms nl pl pt ro ru sv th tl tr vi zh',
    ),
    identifiesLanguages: false,
    punctuates: true,
    priority: 4,
    published: [
      { figure: '7.6 % of characters wrong on Chinese of FLEURS', source: transcribeCpp('qwen3-asr-0.6b') },
      readEnglish('2.11', 'qwen3-asr-0.6b'),
      {
        figure: '7.57 % of words wrong on 12 languages of FLEURS (Whisper large-v3 5.27 %)',
        source: 'https://github.com/QwenLM/Qwen3-ASR',
      },
    ],
    source: {
      repository: 'csukuangfj2/sherpa-onnx-qwen3-asr-0.6B-int8-2026-03-25',
      commit: '68818b2313fe77bd06f6a7c5068ff3ef59d02b8a',
    },
    files: {
      'conv-frontend': {
        path: 'conv_frontend.onnx',
        size: 44_148_281,
        sha256: 'd22dc4423e0940e49884e903d2ea2f7e5567c14fc1aed97e4e26d6b8f208ef9e',
      },
      encoder: {
        path: 'encoder.int8.onnx',
        size: 182_491_662,
        sha256: '60748d3e6744a57c9c91e1b17424a6c2990567e8adceb0783940c03ed98fa9d9',
      },
      decoder: {
        path: 'decoder.int8.onnx',
        size: 755_914_231,
        sha256: '4f6885be5959ae26af3089d38ee7972c5fafbeeb1cf8d5e76eab6d8b61ca5771',
      },
      'vocab.json': {
        path: 'tokenizer/vocab.json',
        size: 2_776_833,
        sha256: 'ca10d7e9fb3ed18575dd1e277a2579c16d108e32f27439684afa0e10b1440910',
      },
      'merges.txt': {
        path: 'tokenizer/merges.txt',
        size: 1_671_853,
        sha256: '8831e4f1a044471340f7c0a83d7bd71306a5b867e95fd870f74d0c5308a904d5',
      },
      'tokenizer_config.json': {
        path: 'tokenizer/tokenizer_config.json',
        size: 12_487,
        sha256: '4942d005604266809309cabc9f4e9cb89ce855d59b14681fdc0e1cc62ea26c4c',
      },
    },
  },
  {
    name: 'omnilingual',
    about: 'recordings in languages that no other model supports: text without punctuation',
    purpose: 'recognition',
    engine: 'omnilingual-ctc',
    licence: 'Apache-2.0',
    // Of its 1600 languages, those that this service supports and only Whisper recognises otherwise.
    languages: spoken(
      'af am as ba be bn bo br bs ca cy eu fo gl gu ha haw he ht hy is jw ka kk km kn la lb ln lo mg mi ml mn mr my no oc pa ps sd si sn so sq sr su sw ta te tg tk tt ur uz yi yo',
    ),
    identifiesLanguages: false,
    punctuates: false,
    priority: 1,
    published: [],
    source: {
      repository: 'csukuangfj/sherpa-onnx-omnilingual-asr-1600-languages-300M-ctc-int8-2025-11-12',
      commit: '6abf1ece20cd2308bdb7d13cd78ec1c44fa4c094',
    },
    files: {
      model: {
        path: 'model.int8.onnx',
        size: 365_352_120,
        sha256: 'e7c4e54ee4c4c47829cc6667d5d00ed8ea7bef1dcfeef0fce766f77752a2726c',
      },
      tokens: {
        path: 'tokens.txt',
        size: 86_423,
        sha256: 'a7a044c52cb29cbe8b0dc1953e92cefd4ca16b0ed968177b6beab21f9a7d0b31',
      },
    },
  },
  {
    name: 'moonshine-tiny-ja',
    about: 'recordings in Japanese, on the smallest machines',
    purpose: 'recognition',
    engine: 'moonshine-v2',
    licence: 'Moonshine Community License',
    restriction: {
      says: 'allows commercial use only after registration, and below a yearly revenue of 1 million US dollars',
      url: 'https://github.com/moonshine-ai/moonshine/blob/main/LICENSE',
    },
    languages: ['ja'],
    identifiesLanguages: false,
    punctuates: true,
    priority: 2,
    published: [],
    source: {
      repository: 'csukuangfj2/sherpa-onnx-moonshine-tiny-ja-quantized-2026-02-27',
      commit: '550e2eb0a8b33092f3b394f64649ee1b3d9eb506',
    },
    files: {
      'encoder.ort': {
        path: 'encoder_model.ort',
        size: 13_238_184,
        sha256: '86ece73812604b9b5f1274b4d1e6eec0d783b96088ff46d49e30a53f881cad73',
      },
      'decoder.ort': {
        path: 'decoder_model_merged.ort',
        size: 58_327_272,
        sha256: '9fcd9b71323a496b307e20dd305c4e9a1b533c7bedd6e4f660e974967dd60bb6',
      },
      tokens: { path: 'tokens.txt', size: 549_350 },
    },
  },
  {
    name: 'nemotron-live',
    about: 'live sessions in 28 languages, with punctuation',
    purpose: 'live-recognition',
    engine: 'streaming-transducer',
    licence: 'OpenMDW-1.1',
    languages: spoken('ar bg cs da de en es et fi fr hi hr hu it ja ko nl no pl pt ro ru sk sv tr uk vi zh'),
    punctuates: true,
    priority: 1,
    published: [
      {
        figure:
          '3.03 % of words wrong on English read aloud (LibriSpeech test-clean), with 1.12 s of delay instead of the 0.56 s of this export',
        source: transcribeCpp('nemotron-3.5-asr-streaming-0.6b'),
      },
      {
        figure: '8.84 % of words wrong on 19 languages of FLEURS',
        source: 'https://huggingface.co/nvidia/nemotron-3.5-asr-streaming-0.6b',
      },
    ],
    source: {
      repository: 'csukuangfj2/sherpa-onnx-nemotron-3.5-asr-streaming-0.6b-560ms-int8-2026-06-11',
      commit: 'ab43d895f5985b1bbab8b6eac8607fcdc05343f3',
    },
    files: {
      encoder: {
        path: 'encoder.int8.onnx',
        size: 657_601_403,
        sha256: '012e9321373af99021415e0b0eb3ec827b4be3153be6f30d9b448fe65e896e68',
      },
      decoder: {
        path: 'decoder.int8.onnx',
        size: 14_978_075,
        sha256: '19f9c98fc6d0a2c33a65a43b36fdb2e914c26c0aa9764be3aebc502a1e982fb0',
      },
      joiner: {
        path: 'joiner.int8.onnx',
        size: 9_504_438,
        sha256: '4101c7c679a0bc30483794b27a059e34e79232aa2068d78d51231a22c8b0d7ce',
      },
      tokens: {
        path: 'tokens.txt',
        size: 131_440,
        sha256: '729cc103155bafa785f9cd45746cd41cabe97eab7182fc04d594129587958f8a',
      },
    },
  },
  {
    name: 'nemotron-live-en',
    about: 'live sessions in English, with punctuation',
    purpose: 'live-recognition',
    engine: 'streaming-transducer',
    licence: 'NVIDIA Open Model License',
    languages: ['en'],
    punctuates: true,
    priority: 6,
    published: [
      {
        figure:
          '2.31 % of words wrong on English read aloud (LibriSpeech test-clean), with 1.12 s of delay instead of the 0.56 s of this export',
        source: transcribeCpp('nemotron-speech-streaming-en-0.6b'),
      },
    ],
    source: {
      repository: 'csukuangfj2/sherpa-onnx-nemotron-speech-streaming-en-0.6b-560ms-int8-2026-04-25',
      commit: '52056fdc070914a48dcd68b31b44d6a6f5b85902',
    },
    files: {
      encoder: {
        path: 'encoder.int8.onnx',
        size: 652_916_849,
        sha256: '7d932213491ad355c6e5576705dc3494731a52af87d7a1b954559340147909d8',
      },
      decoder: {
        path: 'decoder.int8.onnx',
        size: 7_257_753,
        sha256: '0be9702c2f427a2b6bb241d298e0d3836a558de1f5b9fd3018f1cce6e2b3fa98',
      },
      joiner: {
        path: 'joiner.int8.onnx',
        size: 1_735_862,
        sha256: 'a35eac38a22ebceb04d230ed7afe0d68f446ba6914a036b97f14fece95967e23',
      },
      tokens: {
        path: 'tokens.txt',
        size: 8_952,
        sha256: 'dc0b4584ab2e4ddbf888425c076c61b736e7356a015250db7d307e6f1a8188ff',
      },
    },
  },
  {
    name: 'kroko-live-en',
    about: 'live sessions in English, on small machines, with punctuation',
    purpose: 'live-recognition',
    engine: 'streaming-transducer',
    licence: 'CC-BY-SA',
    restriction: {
      says: 'is ambiguous: its authors allow commercial use, but an earlier model card did not',
      url: 'https://github.com/kroko-ai/kroko-onnx',
    },
    languages: ['en'],
    punctuates: true,
    priority: 2,
    published: [],
    source: {
      repository: 'csukuangfj/sherpa-onnx-streaming-zipformer-en-kroko-2025-08-06',
      commit: '572aaf4e2e0c603c3fc2a574d096e755a178faa1',
    },
    files: {
      encoder: {
        path: 'encoder.onnx',
        size: 70_092_599,
        sha256: 'd4881c57449d581e0770fd53fa66c2fdc6cd167d92ece7c715e603defc96d9d4',
      },
      decoder: {
        path: 'decoder.onnx',
        size: 617_488,
        sha256: '455ba38466fce8d5a57e7db68a323b684079ca4d9e1dd93a740d9b2429aae3b1',
      },
      joiner: {
        path: 'joiner.onnx',
        size: 336_817,
        sha256: 'd406f616736350e2a7df3e39398b78eb2fc1a2ca6973a19d3853fa3227e25b52',
      },
      tokens: {
        path: 'tokens.txt',
        size: 6_310,
        sha256: '396dbeb5f4858875690716084f54e90d339679d0ba3e6b5b584f3d7589254d2d',
      },
    },
  },
  {
    name: 'kroko-live-de',
    about: 'live sessions in German, on small machines, with punctuation',
    purpose: 'live-recognition',
    engine: 'streaming-transducer',
    licence: 'CC-BY-SA',
    restriction: {
      says: 'is ambiguous: its authors allow commercial use, but an earlier model card did not',
      url: 'https://github.com/kroko-ai/kroko-onnx',
    },
    languages: ['de'],
    punctuates: true,
    priority: 3,
    published: [],
    source: {
      repository: 'csukuangfj/sherpa-onnx-streaming-zipformer-de-kroko-2025-08-06',
      commit: '887db3d083240198c2d2b99fb66cfcfe6948ced8',
    },
    files: {
      encoder: {
        path: 'encoder.onnx',
        size: 70_091_557,
        sha256: '6e83993d6967ec7a3498b055b7e85ace85b5d64d1b1e8773cb29a43a11f5edb5',
      },
      decoder: {
        path: 'decoder.onnx',
        size: 617_489,
        sha256: '94a29592b403c53fa2231b478637da1ab4abcef7f5e46e432098416a4a3ed562',
      },
      joiner: {
        path: 'joiner.onnx',
        size: 336_817,
        sha256: '28356bff070aea51ab1d725a3278e81d19f9300f860d3248a7014292264df15a',
      },
      tokens: {
        path: 'tokens.txt',
        size: 5_606,
        sha256: '86e8370994ff2c01149ba8c4f8709aa93cdc18914b27a717e291e96faf39a6eb',
      },
    },
  },
  {
    name: 'kroko-live-fr',
    about: 'live sessions in French, on small machines, with punctuation',
    purpose: 'live-recognition',
    engine: 'streaming-transducer',
    licence: 'CC-BY-SA',
    restriction: {
      says: 'is ambiguous: its authors allow commercial use, but an earlier model card did not',
      url: 'https://github.com/kroko-ai/kroko-onnx',
    },
    languages: ['fr'],
    punctuates: true,
    priority: 4,
    published: [],
    source: {
      repository: 'csukuangfj/sherpa-onnx-streaming-zipformer-fr-kroko-2025-08-06',
      commit: '08b84b7b7cf519be9817e9c16919d96a7a8bad91',
    },
    files: {
      encoder: {
        path: 'encoder.onnx',
        size: 70_092_599,
        sha256: 'e02facae1daf6f1f13da67ea3ace7c722516d0868d1768d78c0580bc22cc0c5b',
      },
      decoder: {
        path: 'decoder.onnx',
        size: 617_488,
        sha256: '6aed547570e3ab5afc05429a017cedd3a056c16df3baa5703f02461cefa25bac',
      },
      joiner: {
        path: 'joiner.onnx',
        size: 336_817,
        sha256: 'a51eec759bcdcaae2614686fa2a8b57417b2d420dd55a5a5558b388d35a9b2b6',
      },
      tokens: {
        path: 'tokens.txt',
        size: 5_415,
        sha256: 'fedfb9c844bfb2bf14171f8184863e3d617b815a8667bdd9fc9a3149fde73298',
      },
    },
  },
  {
    name: 'kroko-live-es',
    about: 'live sessions in Spanish, on small machines, with punctuation',
    purpose: 'live-recognition',
    engine: 'streaming-transducer',
    licence: 'CC-BY-SA',
    restriction: {
      says: 'is ambiguous: its authors allow commercial use, but an earlier model card did not',
      url: 'https://github.com/kroko-ai/kroko-onnx',
    },
    languages: ['es'],
    punctuates: true,
    priority: 5,
    published: [],
    source: {
      repository: 'csukuangfj/sherpa-onnx-streaming-zipformer-es-kroko-2025-08-06',
      commit: '20cf7a4921613397841d31168796cade5b866585',
    },
    files: {
      encoder: {
        path: 'encoder.onnx',
        size: 154_878_102,
        sha256: '2d9f5ef87d1a5257f8a6687e21501c56f3aa2fcbfcfab9364dcc4ce4e06ae81b',
      },
      decoder: {
        path: 'decoder.onnx',
        size: 617_488,
        sha256: 'd4ce176b94b25f7acc88717bc3f704fcf5d6e131aaac2e0cabab3885541181ee',
      },
      joiner: {
        path: 'joiner.onnx',
        size: 336_817,
        sha256: 'dae35df88d676e320fcdb99217328e66dcf722bf11b0f2459e14ddb5b982ded5',
      },
      tokens: {
        path: 'tokens.txt',
        size: 6_385,
        sha256: '1be5e0a58e05d06d327df4c6b7b5e4f8aba01da6981eb016fcaceafc6a56680f',
      },
    },
  },
  {
    name: 'speakers-eres2net',
    about: 'who speaks when, including overlapping speech; trained on English voices',
    purpose: 'speakers',
    licence: 'MIT and Apache-2.0',
    languages: [...languageCode.options],
    threshold: 0.5,
    priority: 2,
    published: [
      {
        figure: '0.97 % equal error rate of voices on VoxCeleb1-O',
        source: 'https://github.com/modelscope/3D-Speaker',
      },
      PYANNOTE,
    ],
    source: {
      repository: 'csukuangfj/speaker-embedding-models',
      commit: '0743f301363dec56491a490f6d6cbc9d67f9a3bf',
    },
    files: {
      segmentation: SEGMENTATION,
      voices: {
        path: '3dspeaker_speech_eres2net_sv_en_voxceleb_16k.onnx',
        size: 26_485_263,
        sha256: 'c59158379255ad66e161679cca6af8d52d51e389e3224ab7d7a7baae295c2db5',
      },
    },
  },
  {
    name: 'speakers-campplus',
    about: 'who speaks when, including overlapping speech; trained on Chinese and English voices',
    purpose: 'speakers',
    licence: 'MIT and Apache-2.0',
    languages: [...languageCode.options],
    threshold: 0.5,
    priority: 1,
    published: [PYANNOTE],
    source: {
      repository: 'csukuangfj/speaker-embedding-models',
      commit: '0743f301363dec56491a490f6d6cbc9d67f9a3bf',
    },
    files: {
      segmentation: SEGMENTATION,
      voices: {
        path: '3dspeaker_speech_campplus_sv_zh_en_16k-common_advanced.onnx',
        size: 28_281_164,
        sha256: 'aa3cfc16963a10586a9393f5035d6d6b57e98d358b347f80c2a30bf4f00ceba2',
      },
    },
  },
  {
    name: 'punctuation-en',
    about: 'punctuation and capitals for models that write English without them',
    purpose: 'punctuation',
    engine: 'cnn-bilstm',
    licence: 'Apache-2.0',
    languages: ['en'],
    priority: 2,
    published: [],
    source: { repository: 'lorneluo/sherpa-onnx-online-punct-en-2024-08-06' },
    files: {
      model: {
        path: 'model.int8.onnx',
        size: 7_490_500,
        sha256: '9d611f445fe4a46186080fe161be6059d87d72eb88d3a8cb00c1a06e83a6067e',
      },
      vocabulary: {
        path: 'bpe.vocab',
        size: 149_430,
        sha256: 'e118b7ad88c54db562517df49e1cffd4836d166c34fb190fd311d7f34eb238f5',
      },
    },
  },
  {
    name: 'punctuation-zh-en',
    about: 'punctuation for models that write Chinese or English without it',
    purpose: 'punctuation',
    engine: 'ct-transformer',
    licence: 'Apache-2.0',
    languages: ['en', 'zh'],
    priority: 1,
    published: [
      {
        figure: 'F1 of marks 75.62 % in Chinese, 49.91 % in English',
        source: 'https://github.com/FireRedTeam/FireRedASR2S',
      },
    ],
    source: { repository: 'csukuangfj/sherpa-onnx-punct-ct-transformer-zh-en-vocab272727-2024-04-12-int8' },
    files: {
      model: {
        path: 'model.int8.onnx',
        size: 75_519_198,
        sha256: '65a3fb9f5ad7bfb96bf69e0dc4481df97f6ee60513c1d94ce981ba6effd524b1',
      },
    },
  },
  {
    name: 'entities-multilingual',
    about: 'people, organisations, places and dates in transcripts',
    purpose: 'entities',
    licence: 'AFL-3.0',
    priority: 1,
    languages: spoken('ar de en es fr it lv nl pt zh'),
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
