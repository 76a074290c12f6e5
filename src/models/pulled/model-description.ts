/** A model that is not bundled: what it is for, and where its files are. */
import { z } from 'zod'
import { languageCode } from '../../contract/languages.ts'

const file = z.strictObject({
  /** A relative URL is resolved against `MODELS_URL`. */
  url: z.string().refine((url) => URL.canParse(url, 'https://example.com'), 'must be a URL'),
  /** Bytes. */
  size: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case'),
})
export type DescribedFile = z.infer<typeof file>

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be of lower-case letters, digits and hyphens')

/** Also the receipt of a pulled model, `model.json` in its folder. */
export const modelDescription = z.strictObject({
  /** Also the name of its folder. */
  name,
  purpose: z.literal('recognition'),
  /** The engine family that loads it. */
  engine: z.string().min(1),
  licence: z.string().min(1),
  /** The languages it is used for, in place of the bundled models. */
  languages: z.array(languageCode).min(1),
  /** Whether it also identifies the language spoken; only a model for all languages can. */
  identifiesLanguages: z.boolean(),
  /** Of several models for a language, the one with the highest priority is used. */
  priority: z.number(),
  /** By the names that the engine family gives them, under which they are also stored. */
  files: z.record(name, file),
})
export type ModelDescription = z.infer<typeof modelDescription>

/** Bytes to be downloaded for a model. */
export function sizeOf({ files }: ModelDescription): number {
  return Object.values(files).reduce((sum, { size }) => sum + size, 0)
}
