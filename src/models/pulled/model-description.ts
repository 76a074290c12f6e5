/** A model that is not bundled: its purpose, and where its files are. */
import { z } from 'zod'
import { entityType } from '../../contract/features/named-entity-recognition.ts'
import { piiEntityType } from '../../contract/features/pii-entity-type.ts'
import { emotion, polarity } from '../../contract/features/sentiment-analysis.ts'
import { languageCode, translationLanguageCode } from '../../contract/languages.ts'
import { modelName } from '../../contract/models.ts'

const file = z.strictObject({
  /** A relative URL is resolved against `MODELS_URL`. */
  url: z.string().refine((url) => URL.canParse(url, 'https://example.com'), 'must be a URL'),
  /** Bytes. */
  size: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case'),
})
export type DescribedFile = z.infer<typeof file>

/**
 * Names a file of a model for recognition within its folder. Libraries may depend on the name: on the extension, on
 * `vocab.json`, or on the name of a weights file that the model refers to.
 */
const fileName = z
  .string()
  .regex(
    /^(?!model\.json$|.*\.part$)[a-z0-9][a-z0-9._-]{0,63}$/,
    'must be of lower-case letters, digits, hyphens, underscores and dots, and neither model.json nor end in .part',
  )

const common = {
  /** Also the name of its folder. */
  name: modelName,
  licence: z.string().min(1),
  /** Of several models for a language, the one with the highest priority is used. */
  priority: z.number(),
}

export const recognitionDescription = z.strictObject({
  ...common,
  purpose: z.literal('recognition'),
  /** The engine family that loads it. */
  engine: z.string().min(1),
  /** The languages for which it replaces the bundled models. */
  languages: z.array(languageCode).min(1),
  /** Whether it also identifies the spoken language, which only a model for all languages can. */
  identifiesLanguages: z.boolean(),
  /** Whether it writes punctuation and capitals. If not, a pulled punctuation model does, if there is one. */
  punctuates: z.boolean().default(true),
  /** By the names in the engine family, under which the files are also stored. */
  files: z.record(fileName, file),
})

/** Recognises live sessions while they are spoken, without being given a segment repeatedly. */
const liveRecognition = z.strictObject({
  ...common,
  purpose: z.literal('live-recognition'),
  /** The family of streaming engines that loads it. */
  engine: z.string().min(1),
  languages: z.array(languageCode).min(1),
  punctuates: z.boolean().default(true),
  files: z.record(modelName, file),
})

/**
 * Two models: one finds who speaks when within ten seconds (pyannote's segmentation), the other turns a voice into a
 * vector.
 */
const speakers = z.strictObject({
  ...common,
  purpose: z.literal('speakers'),
  /** The languages of the recordings it is used for; usually all. */
  languages: z.array(languageCode).min(1),
  /**
   * The distance (1 − cosine) from which two voices belong to different people, 0–2. It depends on the model of the
   * vectors.
   */
  threshold: z.number().min(0).max(2),
  files: z.strictObject({ segmentation: file, voices: file }),
})

const punctuation = z.strictObject({
  ...common,
  purpose: z.literal('punctuation'),
  /** The kind of model; see `src/speech/punctuation/`. */
  engine: z.string().min(1),
  languages: z.array(languageCode).min(1),
  files: z.record(modelName, file),
})

/** The files `config.json` and `tokenizer.json` of a model exported for transformers.js. */
const configuration = { config: file, tokenizer: file }

/** A classifier: what each of its labels stands for, without `B-` and `I-`; null for an ignored label, as `O` always is. */
const classifier = <Name extends string, Label extends z.ZodType>(purpose: Name, label: Label) =>
  z.strictObject({
    ...common,
    purpose: z.literal(purpose),
    languages: z.array(languageCode).min(1),
    labels: z.record(z.string().min(1), label.nullable()),
    /** `model` is one of the files `onnx/model*.onnx`. */
    files: z.strictObject({ ...configuration, model: file }),
  })

const translation = z
  .strictObject({
    ...common,
    purpose: z.literal('translation'),
    /** The languages it translates from. */
    languages: z.array(languageCode).min(1),
    /** The languages it translates into: each of `languages` into every other one of these. */
    targets: z.array(translationLanguageCode).min(1),
    /** How the model spells the languages, such as `deu_Latn`; absent for a model of a single pair. */
    codes: z.partialRecord(translationLanguageCode, z.string().min(1)).optional(),
    files: z.strictObject({
      ...configuration,
      /** `tokenizer_config.json`. */
      'tokenizer-config': file,
      /** `generation_config.json`. */
      'generation-config': file,
      /** One of the files `onnx/encoder_model*.onnx`. */
      encoder: file,
      /** One of the files `onnx/decoder_model_merged*.onnx`. */
      decoder: file,
    }),
  })
  .refine(
    ({ languages, targets, codes }) =>
      codes === undefined
        ? languages.length === 1 && targets.length === 1
        : [...languages, ...targets].every((language) => codes[language] !== undefined),
    { path: ['codes'], error: 'must have the code of each language, unless the model is for one pair' },
  )

/** Also the receipt of a pulled model, `model.json` in its folder. */
export const modelDescription = z.discriminatedUnion('purpose', [
  recognitionDescription,
  liveRecognition,
  speakers,
  punctuation,
  classifier('entities', entityType),
  classifier('personal-data', piiEntityType),
  classifier('sentiment', polarity),
  classifier('emotion', emotion),
  translation,
])
export type ModelDescription = z.infer<typeof modelDescription>
export type Purpose = ModelDescription['purpose']
/** The description of a model for a purpose. */
export type DescriptionFor<P extends Purpose> = Extract<ModelDescription, { purpose: P }>
/** The purposes of classifiers. */
export type ClassifierPurpose = 'entities' | 'personal-data' | 'sentiment' | 'emotion'

/** Bytes to be downloaded for a model. */
export function sizeOf({ files }: ModelDescription): number {
  return Object.values(files).reduce((sum, { size }) => sum + size, 0)
}
