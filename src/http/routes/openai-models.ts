import { z } from 'zod'
import { OPENAI_MODELS, type OpenAiModel, openAiModel, openAiModels } from '../../contract/openai.ts'
import { notFound } from '../errors.ts'
import { openAiErrorResponses } from '../openai/errors.ts'
import { addition } from '../openapi/operation.ts'
import type { App } from '../parts.ts'
import { jsonResponse } from '../openapi/responses.ts'

const MODELS = OPENAI_MODELS.map((id): OpenAiModel => ({
  id,
  object: 'model',
  created: 0,
  owned_by: 'scriptorium',
}))

/** The model names that requests to `/v1/audio` may have, in the format of OpenAI. */
export function openAiModelRoutes(app: App): void {
  app.get(
    '/v1/models',
    addition('read', {
      tags: ['openai'],
      operationId: 'listModels',
      summary: 'List the accepted model names',
      description: 'Compatible with OpenAI.',
      response: { 200: jsonResponse('The names.', openAiModels), ...openAiErrorResponses() },
    }),
    () => ({ object: 'list', data: MODELS }),
  )

  app.get(
    '/v1/models/:id',
    addition('read', {
      tags: ['openai'],
      operationId: 'getModel',
      summary: 'Fetch an accepted model name',
      description: 'Compatible with OpenAI.',
      params: z.object({ id: z.string().describe('The name.') }),
      response: { 200: jsonResponse('The name.', openAiModel), ...openAiErrorResponses(404) },
    }),
    (request) => {
      const model = MODELS.find(({ id }) => id === request.params.id)
      if (model === undefined) throw notFound('model')
      return model
    },
  )
}
