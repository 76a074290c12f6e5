import { z } from 'zod'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The parameters of a path with the id of something, in lower case as it is stored. A text that cannot be an id is one of
 * nothing: the request is answered with 404, without asking the store.
 */
export const withId = (what: string) => z.object({ id: idOf(what) })

/** One of several ids in a path. */
export const idOf = (what: string) =>
  z
    .string()
    .toLowerCase()
    .refine((text) => UUID.test(text), what)
    .describe(`Id of the ${what}.`)

export const withJobId = withId('job')
