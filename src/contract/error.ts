/** The body of every error response. */
import { z } from 'zod'
import { requestId, timestamp } from './common.ts'

export const errorBody = z
  .strictObject({
    timestamp: timestamp.describe('When the request failed.'),
    path: z.string().describe('Path of the request, without its query.'),
    request_id: requestId.describe(
      '`G-` followed by 8 hex digits. The log line of the request has the same id.',
    ),
    statusCode: z.int().min(400).max(599).describe('The HTTP status of the response.'),
    message: z.string().describe('What went wrong, in one sentence.'),
    validation_errors: z
      .array(z.string())
      .min(1)
      .optional()
      .describe('One line per invalid field, beginning with its dotted path. Present only with status 400.'),
  })
  .meta({ id: 'ErrorBody', description: 'The body of every error response.' })
export type ErrorBody = z.infer<typeof errorBody>
