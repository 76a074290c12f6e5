import { z } from 'zod'

/** A short text on one line, for people to read. */
export const label = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), { error: 'must not contain control characters' })

/** The name of a key, a user or a passkey. */
export const displayName = label(100)
