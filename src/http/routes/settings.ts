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
    .describe('The `ETag` of the document that was changed: if somebody else has changed it since, 412.'),
})

/** What the descriptions of the operations say of each document, and what a key needs to change it. */
const DOCUMENTS: Readonly<Record<SettingName, { title: string; what: string; reset: string; scope: Scope }>> =
  {
    presets: {
      title: 'Presets',
      what: 'Named sets of options, from which people choose when they create jobs. An account that has set none has those of the service.',
      reset: 'Restores the presets of the service.',
      scope: 'write',
    },
    vocabulary: {
      title: 'Vocabulary',
      what:
        'Words that every new job and live session of the account recognises, unless its request has `custom_vocabulary: false`. They ' +
        'follow the words of the request, as far as there is room, and the `request_params` of the job show them.',
      reset: 'Removes all words.',
      scope: 'write',
    },
    views: {
      title: 'Views',
      what: 'Lists of jobs with a name, each a query of `GET /v2/jobs`.',
      reset: 'Removes all views.',
      scope: 'write',
    },
    webhooks: {
      title: 'Webhooks',
      what:
        'URLs to which the events of all jobs of the account are sent, as the callbacks of one job are: signed, retried and listed by ' +
        '`GET /v2/deliveries`. An event has the id of the job and of what changed, and no text. What was reported to a webhook that is ' +
        'removed, or gets another URL, is deleted, and what still waits is not sent.',
      reset: 'Removes all webhooks.',
      scope: 'admin',
    },
  }

/** What an account has set for those who work in it: each document is read, replaced and reset as a whole. */
export function settingRoutes(app: App, { store: { settings, webhooks }, isPrivate }: Parts): void {
  for (const name of SETTING_NAMES) {
    const { title, what: description, reset, scope } = DOCUMENTS[name]
    const { schema, initial } = SETTINGS[name]
    const path = `/v2/settings/${name}`
    const noun = title.toLowerCase()

    /**
     * Replaces the document.
     * @param json null to reset it
     * @throws {RequestError} 412 when the request names another revision than the newest
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

/** @throws {RequestError} 422 for a URL to which nothing would be sent */
function refusePrivate({ items }: Webhooks, isPrivate: (url: string) => boolean): void {
  const at = items.findIndex(({ url }) => isPrivate(url))
  if (at !== -1) throw privateUrl(`items.${at}.url`)
}
