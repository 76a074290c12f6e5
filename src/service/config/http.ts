import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { count, httpUrl, list, optional, text, variable } from './variable.ts'

/** The port of the API if none is configured. */
export const API_PORT = 8080

const headerNames = list
  .transform((names) => names.map((name) => name.toLowerCase()))
  .pipe(z.array(z.string().regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/, 'must be header names, separated by commas')))

/** The number of proxies, or their addresses and networks. */
const proxies = text
  .transform((value) => (/^\d+$/.test(value) ? Number(value) : value.split(',').map((one) => one.trim())))
  .refine(
    (value) => typeof value === 'number' || value.every(isAddress),
    'must be a number of proxies, or addresses and networks such as 10.0.0.0/8, separated by commas',
  )

function isAddress(value: string): boolean {
  return ipaddr.isValid(value) || ipaddr.isValidCIDR(value)
}

const origins = list.pipe(
  z.array(
    z
      .string()
      .refine(
        (value) => value === '*' || (URL.canParse(value) && new URL(value).origin === value),
        'must be origins such as https://app.example.com, separated by commas, or *',
      ),
  ),
)

/** The API: where it listens, and what it accepts. */
export const http = z
  .object({
    HOST: variable(text, { default: '127.0.0.1', description: 'Address to listen on.' }),
    PORT: optional(count(0, 65_535), {
      default: `\`${API_PORT}\`; none without the role \`serve\``,
      description: 'Port to listen on; 0 picks a free one.',
    }),
    PUBLIC_URL: optional(
      httpUrl('https://transcripts.example.com').transform((url) => url.replace(/(?<!\/)\/+$/, '')),
      {
        default: "the request's own host",
        description: 'Base of the URLs in responses, for a proxy that adds a path or is not trusted.',
      },
    ),
    TRUST_PROXY: optional(proxies, {
      default: 'none',
      description:
        'Proxies that are trusted to identify the client in `X-Forwarded-For`, `-Host` and `-Proto`, or in `Forwarded`: ' +
        'their number, or their addresses and networks, separated by commas.',
    }),
    CORS_ORIGINS: optional(origins, {
      default: 'none',
      description:
        'Origins whose pages may use the API in a browser, separated by commas, such as `https://app.example.com`; `*` for all.',
    }),
    KEY_HEADERS: variable(headerNames, {
      default: 'x-service-key',
      description:
        'Headers that may carry the key, separated by commas, besides `x-service-key` and `Authorization: Bearer`.',
    }),
    MAX_METADATA_CHARACTERS: variable(count(2, 20_000), {
      default: '2000',
      unit: 'characters',
      description: 'Maximum length of `custom_metadata`, as JSON.',
    }),
    REQUEST_SECONDS: variable(count(1, 3600), {
      default: '60',
      unit: 's',
      description:
        'Time limit for receiving the headers of a request. A client that sends its body, or reads its answer, at less than 1 kB/s for this long is disconnected.',
    }),
    OPENAI_SECONDS: variable(count(1, 86_400), {
      default: '600',
      unit: 's',
      description:
        'Maximum time that a request to `/v1/audio` waits for its job. See [OpenAI clients](openai.md).',
    }),
    MAX_FRAME_BYTES: variable(count(1024, 2 ** 26), {
      default: String(2 ** 20),
      unit: 'bytes',
      description: 'Maximum size of a frame that a client of a live session may send.',
    }),
  })
  .transform((env) => ({
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    trustProxy: env.TRUST_PROXY ?? [],
    corsOrigins: env.CORS_ORIGINS ?? [],
    keyHeaders: [...new Set(['x-service-key', ...env.KEY_HEADERS])],
    maxMetadataCharacters: env.MAX_METADATA_CHARACTERS,
    requestSeconds: env.REQUEST_SECONDS,
    openAiSeconds: env.OPENAI_SECONDS,
    maxFrameBytes: env.MAX_FRAME_BYTES,
  }))
