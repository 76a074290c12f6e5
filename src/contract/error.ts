/** What every failed request is answered with. */
import { z } from 'zod'
import { requestId, timestamp } from './common.ts'

export const errorBody = z
  .strictObject({
    timestamp: timestamp.describe('When the request failed.'),
    path: z.string().describe('Path of the request, without its query.'),
    request_id: requestId.describe('`G-` and 8 hex digits; the same id is in the log line of the request.'),
    statusCode: z.int().min(400).max(599).describe('The HTTP status of the answer.'),
    message: z.string().describe('What is wrong, in one sentence.'),
    validation_errors: z
      .array(z.string())
      .min(1)
      .optional()
      .describe('One line per fault, each naming the field by its dotted path. Only with status 400.'),
  })
  .meta({ id: 'ErrorBody', description: 'What every failed request is answered with.' })
export type ErrorBody = z.infer<typeof errorBody>
