/** What is known of a model that is not in the box: what it is for, and where its files are. */
import { z } from 'zod'
import { languageCode } from '../../contract/languages.ts'
import type { WhisperFile } from '../../recognition/engines/whisper.ts'

const file = z.strictObject({
  /** Relative ones are looked for at `MODELS_URL`. */
  url: z.string().refine((url) => URL.canParse(url, 'https://example.com'), 'must be a URL'),
  /** Bytes. */
  size: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case'),
})
export type DescribedFile = z.infer<typeof file>

const whisperFiles = {
  encoder: file,
  decoder: file,
  vocabulary: file,
  generation: file,
  features: file,
} satisfies Record<WhisperFile, typeof file>

/** Also the receipt of a pulled model, `model.json` in its folder. */
export const modelDescription = z.strictObject({
  /** Also that of its folder. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be of lower-case letters, digits and hyphens'),
  purpose: z.literal('recognition'),
  engine: z.literal('whisper'),
  licence: z.string().min(1),
  /** Those it is used for, in place of the built-in engines. */
  languages: z.array(languageCode).min(1),
  /** Whether it also tells which language is spoken; only one that knows all of them can. */
  identifiesLanguages: z.boolean(),
  /** Of several that are for one language, the one with the highest is used. */
  priority: z.number(),
  files: z.strictObject(whisperFiles),
})
export type ModelDescription = z.infer<typeof modelDescription>

/** The files of a model, each by what it is; they are stored under these names. */
export function filesOf({ files }: ModelDescription): [name: WhisperFile, file: DescribedFile][] {
  return (Object.keys(whisperFiles) as WhisperFile[]).map((name) => [name, files[name]])
}

/** How many bytes a model has to be downloaded with. */
export function sizeOf(model: ModelDescription): number {
  return filesOf(model).reduce((sum, [, { size }]) => sum + size, 0)
}
