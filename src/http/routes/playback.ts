import type { FastifyRequest } from 'fastify'
import { peaks, preparation, type Preparation } from '../../contract/playback.ts'
import type { DerivedFiles } from '../../jobs/stored-file.ts'
import { audioOfJob } from '../jobs/jobs.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../requests/path-ids.ts'
import { errorResponses, type HeaderDocs, jsonResponse, RETRY_AFTER } from '../openapi/responses.ts'
import { bytesResponses, rangeHeader, sendBytes, sendPreparation } from '../files/send-file.ts'

const TYPE = 'audio/mp4'
const RANGES: HeaderDocs = { 'accept-ranges': { type: 'string', description: '`bytes`' } }

const DESCRIPTION =
  'Created by the first request to `/peaks` or `/playback`, and kept as long as the audio. Until it is ready, the response ' +
  'is 202.'

/** The audio of a job in a playable format, and its peaks for drawing a waveform. */
export function playbackRoutes(app: App, { store, files, playbacks }: Parts): void {
  const being = { 202: jsonResponse('It is being created.', preparation, RETRY_AFTER) }

  /** The playable version of the audio of a job with its peaks, or its progress. */
  async function derived({ account }: FastifyRequest, jobId: string): Promise<DerivedFiles | Preparation> {
    return playbacks.of(account, await audioOfJob(store, account, jobId, null))
  }

  app.get(
    '/v2/jobs/:id/peaks',
    addition('read', {
      tags: ['jobs'],
      operationId: 'getPeaks',
      summary: 'Fetch the peaks of the audio of a job',
      description:
        'The waveform of each channel, with 20 pixels per second, in the format of audiowaveform. ' +
        DESCRIPTION,
      params: withJobId,
      response: { 200: jsonResponse('The peaks.', peaks), ...being, ...errorResponses(404, 410, 422) },
    }),
    async (request, reply) => {
      const found = await derived(request, request.params.id)
      if (!('peaks' in found)) return sendPreparation(reply, found)
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'private')
        .send(files.read(found.peaks))
    },
  )

  app.get(
    '/v2/jobs/:id/playback',
    {
      compress: false,
      ...addition('read', {
        tags: ['jobs'],
        operationId: 'getPlayback',
        summary: 'Play the audio of a job',
        description:
          'The audio as AAC in MP4, whatever was uploaded. Every browser can play it and seek exactly to the times of the ' +
          `transcript. More than two channels are mixed down to one. It is always served by the service itself. ${DESCRIPTION}`,
        params: withJobId,
        headers: rangeHeader,
        response: {
          ...bytesResponses('The audio.', TYPE, RANGES),
          ...being,
          ...errorResponses(404, 410, 416, 422),
        },
      }),
    },
    async (request, reply) => {
      const found = await derived(request, request.params.id)
      if (!('playback' in found)) return sendPreparation(reply, found)
      return sendBytes(request, reply, files, { id: found.playback, type: TYPE })
    },
  )
}
