import { z } from 'zod'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The parameters of a path with an id, converted to lower case, as ids are stored. If the text cannot be an id, the response is 404,
 * without asking the store.
 * @param what names what is not found in the message of the 404
 */
export const withId = (what: string) => z.object({ id: idOf(what) })

/** One id in a path, as in {@link withId}. */
export const idOf = (what: string) =>
  z
    .string()
    .toLowerCase()
    .refine((text) => UUID.test(text), what)
    .describe(`Id of the ${what}.`)

export const withJobId = withId('job')
