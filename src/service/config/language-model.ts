import { z } from 'zod'
import { checkApiServer } from './api-server.ts'
import { count, httpUrl, optional, text, variable } from './variable.ts'

/** The language model, or null without LLM_URL. */
export const languageModel = z
  .object({
    LLM_URL: optional(httpUrl('http://localhost:11434/v1'), {
      default: 'no language model',
      description:
        'Base of an OpenAI-compatible server (Ollama, llama.cpp, vLLM, hosted), such as `http://localhost:11434/v1`; ' +
        'may be private.',
    }),
    LLM_MODEL: optional(text, {
      default: '',
      description: 'Name of the language model on that server; required with `LLM_URL`.',
    }),
    LLM_API_KEY: optional(text, { default: '', description: 'Key for that server.' }),
    LLM_MAX_CHARACTERS: variable(count(1000), {
      default: '8000',
      unit: 'characters',
      description:
        'Maximum length of the text in one request; longer texts are split. The default suits a context of 4,096 tokens of English.',
    }),
    LLM_MAX_ANSWER_TOKENS: variable(count(16), {
      default: '2048',
      unit: 'tokens',
      description: 'Maximum length of one answer.',
    }),
    LLM_TIMEOUT_SECONDS: variable(count(1, 86_400), {
      default: '300',
      unit: 's',
      description: 'Time limit for one answer.',
    }),
    LLM_CONCURRENCY: variable(count(1, 64), {
      default: '2',
      description: 'Concurrent requests for files; live sessions get as many again.',
    }),
    LLM_CALLS_PER_JOB: variable(count(1), {
      default: '200',
      description:
        'Maximum requests for one job, including retries. A live session gets as many for each utterance, and again for its end.',
    }),
  })
  .superRefine((env, context) => checkApiServer(env, 'LLM', context))
  .transform((env) =>
    env.LLM_URL === null || env.LLM_MODEL === null
      ? null
      : {
          url: env.LLM_URL,
          model: env.LLM_MODEL,
          apiKey: env.LLM_API_KEY,
          maxCharacters: env.LLM_MAX_CHARACTERS,
          maxAnswerTokens: env.LLM_MAX_ANSWER_TOKENS,
          timeoutSeconds: env.LLM_TIMEOUT_SECONDS,
          concurrency: env.LLM_CONCURRENCY,
          maxCalls: env.LLM_CALLS_PER_JOB,
        },
  )
