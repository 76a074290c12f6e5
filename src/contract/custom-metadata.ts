/** The configurable limit on custom_metadata. */
import { z } from 'zod'

/**
 * Checks that the `custom_metadata` of a request has at most `limit` characters as JSON.
 * Use it as `preRecordedRequest.check(customMetadataLimit(2000))`.
 */
export function customMetadataLimit(limit: number) {
  return z.superRefine<{ custom_metadata?: unknown }>(
    ({ custom_metadata: metadata }, context) => {
      const text = metadata === undefined ? '' : asJson(metadata)
      if (text !== null && text.length <= limit) return
      const message = `must not be longer than ${limit} characters as JSON`
      context.addIssue({ code: 'custom', path: ['custom_metadata'], message })
    },
    // Even if another field is invalid, so that one response reports every problem.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
}

/** A value as JSON text; null if it is nested too deeply for JSON.stringify. JSON.parse has no such limit. */
export function asJson(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
