import { diarizationConfig } from '../../contract/features/diarization.ts'
import { TranscriptMaker } from '../../transcripts/transcript-maker.ts'
import { noVoices } from '../errors.ts'
import { untilDisconnected } from '../requests/disconnection.ts'
import { addRevision, ifMatch, newestTranscript } from '../jobs/new-revision.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../requests/path-ids.ts'
import { errorResponses } from '../openapi/responses.ts'

/** Identifies the speakers of a job again. */
export function speakerRoutes(app: App, parts: Parts): void {
  const { store } = parts
  // In a separate thread, so that it does not delay transcripts that are only read.
  const maker = new TranscriptMaker(store.transcripts)
  app.addHook('onClose', async () => maker.close())
  app.post(
    '/v2/jobs/:id/speakers',
    addition(['read', 'write'], {
      tags: ['jobs'],
      operationId: 'detectSpeakers',
      summary: 'Identify the speakers of a job again',
      description:
        'Determines again who says what, from the voices stored with a job that had `diarization`, and adds a revision to its ' +
        'transcript, unless nothing differs. Nothing is recognised again: words, times and corrected texts stay the same. All ' +
        'utterances get new speakers, numbered by first appearance, even if their speaker was corrected. Each name in ' +
        '`speaker_names` moves to the speaker who now says most of what its speaker said; if several names move to the same ' +
        'speaker, one is kept.',
      params: withJobId,
      headers: ifMatch,
      body: diarizationConfig,
      response: { 200: newestTranscript, ...errorResponses(400, 402, 404, 409, 412, 413, 415, 428) },
    }),
    async (request, reply) =>
      addRevision(parts, request, reply, async (found) =>
        maker.make(
          found,
          'speakersAgain',
          async () => {
            const voices = await store.transcripts.voices(found.account, found.id)
            if (voices === null) throw noVoices()
            return { voices, config: request.body }
          },
          { signal: untilDisconnected(reply) },
        ),
      ),
  )
}
