import { z } from 'zod'
import { languageCode } from '../../contract/languages.ts'
import { checkApiServer } from './api-server.ts'
import { count, httpUrl, list, optional, text, variable } from './variable.ts'

/** The speech server, or null without SPEECH_URL. */
export const speechServer = z
  .object({
    SPEECH_URL: optional(httpUrl('http://localhost:8000/v1'), {
      default: 'no speech server',
      description:
        'Base of an OpenAI-compatible server (speaches, vLLM, whisper.cpp, hosted) that recognises files, such as ' +
        '`http://localhost:8000/v1`; may be private. See [Speech server](speech-server.md).',
    }),
    SPEECH_MODEL: optional(text, {
      default: '',
      description: 'Name of the model on that server; required with `SPEECH_URL`.',
    }),
    SPEECH_API_KEY: optional(text, { default: '', description: 'Key for that server.' }),
    SPEECH_LANGUAGES: optional(list.pipe(z.array(languageCode)), {
      default: 'all',
      description:
        'Languages that this server recognises, separated by commas; the models of this machine recognise the others.',
    }),
    SPEECH_CONCURRENCY: variable(count(1, 64), {
      default: '4',
      description: 'Concurrent requests for each job in progress.',
    }),
    SPEECH_TIMEOUT_SECONDS: variable(count(1, 86_400), {
      default: '120',
      unit: 's',
      description: 'Time limit for one answer; a request has at most 28 s of audio.',
    }),
    SPEECH_PATIENCE_SECONDS: variable(count(0, 86_400), {
      default: '600',
      unit: 's',
      description:
        'How long requests are retried while the server is unreachable, overloaded or failing, before the job fails.',
    }),
  })
  .superRefine((env, context) => checkApiServer(env, 'SPEECH', context))
  .transform((env) =>
    env.SPEECH_URL === null || env.SPEECH_MODEL === null
      ? null
      : {
          url: env.SPEECH_URL,
          model: env.SPEECH_MODEL,
          apiKey: env.SPEECH_API_KEY,
          languages: env.SPEECH_LANGUAGES ?? languageCode.options,
          concurrency: env.SPEECH_CONCURRENCY,
          timeoutSeconds: env.SPEECH_TIMEOUT_SECONDS,
          patienceSeconds: env.SPEECH_PATIENCE_SECONDS,
        },
  )
