import { z } from 'zod'

export const health = z
  .strictObject({
    status: z.literal('ok').describe('The service accepts requests.'),
    version: z.string().describe('Version of the service.'),
  })
  .meta({ id: 'Health', description: 'The service is healthy.' })
