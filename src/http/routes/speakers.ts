import { diarizationConfig } from '../../contract/features/diarization.ts'
import { TranscriptMaker } from '../../transcripts/transcript-maker.ts'
import { noVoices } from '../errors.ts'
import { untilDisconnected } from '../requests/disconnection.ts'
import { addRevision, ifMatch, newestTranscript } from '../jobs/new-revision.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../requests/path-ids.ts'
import { errorResponses } from '../openapi/responses.ts'

/** Tells the speakers of a job apart again. */
export function speakerRoutes(app: App, parts: Parts): void {
  const { store } = parts
  // A thread of its own, where those before it hold up no transcript that is only to be shown.
  const maker = new TranscriptMaker(store.transcripts)
  app.addHook('onClose', async () => maker.close())
  app.post(
    '/v2/jobs/:id/speakers',
    addition(['read', 'write'], {
      tags: ['jobs'],
      operationId: 'detectSpeakers',
      summary: 'Tell the speakers of a job apart again',
      description:
        'Finds out again who says what, by the voices that are kept with a job that had `diarization`, and adds a revision to ' +
        'its transcript, unless nothing differs. Nothing is recognised again: words, their times and corrections of texts stay. ' +
        'All utterances get new speakers, numbered by first appearance, also those whose speaker was corrected. A name in ' +
        '`speaker_names` goes to whoever says most of what its speaker said; of several for one speaker, one is kept.',
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
