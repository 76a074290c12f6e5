/** How an environment variable is declared: the schema of its text, and what docs/configuration.md says about it. */
import { z } from 'zod'
import { DECIMAL } from '../../contract/account-limits.ts'

interface Documentation {
  /** Value of an unset variable, or a description of what happens without it. */
  readonly default: string
  /** What the number counts. */
  readonly unit?: string
  /** In Markdown, with links from docs/. */
  readonly description: string
}

/** The documentation of each variable, by its schema; docs/configuration.md is generated from it. */
export const documentation = z.registry<Documentation>()

/** A variable with a default, which is parsed like any other value. */
export function variable<Value>(schema: z.ZodType<Value, string>, about: Documentation) {
  const { default: value, ...rest } = about
  return schema.prefault(value).register(documentation, { default: `\`${value}\``, ...rest })
}

/** A variable that is null when unset; `about.default` describes what that means. */
export function optional<Value>(schema: z.ZodType<Value, string>, about: Documentation) {
  return schema.nullable().default(null).register(documentation, about)
}

export const text = z.string().min(1)

/** `0` or `1`. */
export const flag = z.enum(['0', '1']).transform((value) => value === '1')

/** A whole number from `min` to `max`. */
export const count = (min: number, max = Number.MAX_SAFE_INTEGER, format = 'must be a whole number') =>
  z
    .string()
    .regex(/^\d+$/, format)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

/** A number greater than 0, which may have decimals. */
export const amount = z
  .string()
  .refine(
    (value) => DECIMAL.test(value) && Number(value) > 0,
    'must be a number greater than 0, such as 20 or 0.5',
  )
  .transform(Number)

/** Timers of Node.js count milliseconds in 31 bits, 25 days: one that is set for longer fires immediately. */
const MAX_TIMER_SECONDS = Math.floor((2 ** 31 - 1) / 1000)

/** Whole seconds that a timer can wait. */
export const seconds = (min: number, format?: string) => count(min, MAX_TIMER_SECONDS, format)

export const httpUrl = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be an http(s) URL, such as ${example}` })

/** Values separated by commas. */
export const list = text.transform((values) => values.split(',').map((value) => value.trim()))
