import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Scope } from '../../contract/scopes.ts'
import { SETTING_NAMES, SETTINGS, type SettingName, type Webhooks } from '../../contract/settings.ts'
import { privateUrl } from '../errors.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { errorResponses, jsonResponse } from '../openapi/responses.ts'
import { isNamed, revisionHeader, revisionTag, stale } from '../jobs/revision-tag.ts'
import { rejectUnknownNames } from '../requests/validation.ts'

const ifMatch = z.looseObject({
  'if-match': z
    .string()
    .optional()
    .describe(
      'The `ETag` of the document being replaced. If it has been changed since, the response is 412.',
    ),
})

/** The texts for the descriptions of the operations on each document, and the scope needed to change it. */
const DOCUMENTS: Readonly<Record<SettingName, { title: string; what: string; reset: string; scope: Scope }>> =
  {
    presets: {
      title: 'Presets',
      what: 'Named sets of options to choose from when creating jobs. An account that has not set any has the built-in presets.',
      reset: 'Restores the built-in presets.',
      scope: 'write',
    },
    vocabulary: {
      title: 'Vocabulary',
      what:
        'Words to recognise in every new job and live session of the account, unless the request has `custom_vocabulary: false`. They ' +
        'are appended to the words of the request, up to the limit of a vocabulary, and appear in the `request_params` of the job.',
      reset: 'Removes all words.',
      scope: 'write',
    },
    views: {
      title: 'Views',
      what: 'Named lists of jobs, each a query for `GET /v2/jobs`.',
      reset: 'Removes all views.',
      scope: 'write',
    },
    webhooks: {
      title: 'Webhooks',
      what:
        'URLs to which the events of all jobs of the account are sent. Like callbacks, they are signed, retried, and listed by ' +
        '`GET /v2/deliveries`. An event has the ids of the job and of what changed, but no text. If a webhook is removed or gets ' +
        'another URL, its deliveries are deleted, and those still waiting are not sent.',
      reset: 'Removes all webhooks.',
      scope: 'admin',
    },
  }

/** The settings of an account. Each document is read, replaced and reset as a whole. */
export function settingRoutes(app: App, { store: { settings, webhooks }, isPrivate }: Parts): void {
  for (const name of SETTING_NAMES) {
    const { title, what: description, reset, scope } = DOCUMENTS[name]
    const { schema, initial } = SETTINGS[name]
    const path = `/v2/settings/${name}`
    const noun = title.toLowerCase()

    /**
     * Replaces the document.
     * @param json null to reset it
     * @throws {RequestError} 412 if the request names a revision other than the newest
     */
    const replace = async (
      { account, headers }: FastifyRequest,
      reply: FastifyReply,
      json: string | null,
    ) => {
      const tag = headers['if-match']
      const named = tag === undefined ? null : (await settings.get(account, name)).revision
      if (tag !== undefined && named !== null && !isNamed(named, tag)) throw stale(reply, named)
      const revision = await settings.set(account, name, json, named)
      if (revision === null) throw stale(reply, (await settings.get(account, name)).revision)
      reply.header('etag', revisionTag(revision))
      if (name === 'webhooks') await webhooks.dropRemoved(account)
    }

    app.get(
      path,
      addition('read', {
        tags: ['account'],
        operationId: `get${title}`,
        summary: `Fetch the ${noun}`,
        description,
        response: { 200: jsonResponse(`The ${noun}.`, schema, revisionHeader), ...errorResponses() },
      }),
      async ({ account }, reply) => {
        const { json, revision } = await settings.get(account, name)
        reply.header('etag', revisionTag(revision))
        return reply.type('application/json; charset=utf-8').send(json ?? JSON.stringify(initial))
      },
    )

    app.put(
      path,
      {
        preValidation: rejectUnknownNames,
        ...addition(scope, {
          tags: ['account'],
          operationId: `set${title}`,
          summary: `Replace the ${noun}`,
          description,
          headers: ifMatch,
          body: schema,
          response: {
            200: jsonResponse(`The ${noun}.`, schema, revisionHeader),
            ...errorResponses(400, 412, 413, 415, ...(name === 'webhooks' ? ([422] as const) : [])),
          },
        }),
      },
      async (request, reply) => {
        if (name === 'webhooks') refusePrivate(request.body as Webhooks, isPrivate)
        await replace(request, reply, JSON.stringify(request.body))
        return reply.send(request.body)
      },
    )

    app.delete(
      path,
      addition(scope, {
        tags: ['account'],
        operationId: `reset${title}`,
        summary: `Reset the ${noun}`,
        description: reset,
        headers: ifMatch,
        response: { 200: jsonResponse(`The ${noun}.`, schema, revisionHeader), ...errorResponses(412) },
      }),
      async (request, reply) => {
        await replace(request, reply, null)
        return reply.send(initial)
      },
    )
  }
}

/** @throws {RequestError} 422 for a URL to which deliveries would be refused */
function refusePrivate({ items }: Webhooks, isPrivate: (url: string) => boolean): void {
  const at = items.findIndex(({ url }) => isPrivate(url))
  if (at !== -1) throw privateUrl(`items.${at}.url`)
}
