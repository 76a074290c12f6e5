/**
 * The page that a link to a transcript leads to. Everything that the page needs is below `/shared/`, where each request is authorised
 * by the token of the link alone. No cookie is read or set.
 */
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { FastifyRequest } from 'fastify'
import { EXPORT_FORMATS } from '../../contract/export-formats.ts'
import { SHARED_FORMATS } from '../../contract/shares.ts'
import { unpacked } from '../../jobs/compressed.ts'
import type { ShareInfo } from '../../store/jobs/share-store.ts'
import { attachmentOf } from '../files/attachment.ts'
import { consoleBundle } from '../console-bundle.ts'
import { busyShare, invalidShare, notFound, RequestError } from '../errors.ts'
import { documentOf } from '../html-document.ts'
import { audioOfJob } from '../jobs/jobs.ts'
import { findTranscript } from '../jobs/job-transcript.ts'
import type { App, Parts } from '../parts.ts'
import { pathOf } from '../requests/request-url.ts'
import { sendBytes, sendPreparation } from '../files/send-file.ts'

/** Requests with one link that this process answers per period, in milliseconds. */
const MAX_REQUESTS = 300
/** The same for its audio, of which a player requests many ranges. */
const MAX_AUDIO_REQUESTS = 3_000
const PERIOD_MS = 60_000
/** Links whose requests are counted. */
const MAX_COUNTED = 10_000

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
}

/** Additional headers of the page. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'microphone=(), camera=(), geolocation=()',
}

const NO_INDEX = '<meta name="robots" content="noindex, nofollow">'

type SharedRequest = FastifyRequest<{ Params: { token: string } }>

export function sharedRoutes(app: App, parts: Parts): void {
  const { store, files, playbacks, maker, secrets } = parts
  const requests = new LRUCache<string, number>({ max: MAX_COUNTED, ttl: PERIOD_MS, noUpdateTTL: true })
  const kind = { find: async (token: string) => store.shares.find(token), refusal: invalidShare }

  /**
   * The share of the link in a request.
   * @throws {RequestError} 404 if the link is not valid; 429 if it was used too often, or too many wrong links were used
   */
  async function shareOf(request: SharedRequest, what: 'page' | 'audio' = 'page'): Promise<ShareInfo> {
    const share = await secrets.find(request.params.token, request, kind)
    const counted = `${what} ${share.id}`
    const count = (requests.get(counted) ?? 0) + 1
    if (count > (what === 'audio' ? MAX_AUDIO_REQUESTS : MAX_REQUESTS))
      throw busyShare(Math.ceil(requests.getRemainingTTL(counted) / 1000))
    requests.set(counted, count)
    return share
  }

  const transcriptOf = async ({ account, jobId }: ShareInfo) => {
    try {
      return await findTranscript(store, account, jobId)
    } catch (error) {
      // The job was deleted in the meantime.
      throw error instanceof RequestError ? invalidShare() : error
    }
  }

  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(HEADERS)
    done()
  })
  const schema = { hide: true }

  app.get<{ Params: { name: string } }>('/shared/assets/:name', { schema }, async (request, reply) => {
    const { name } = request.params
    const asset = /^(?:shared|chunk|de|fr|es)-/.test(name) ? (await consoleBundle()).get(name) : undefined
    if (asset === undefined) throw notFound('the asset')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(asset.type)
      .send(asset.body)
  })

  app.get('/shared/:token', { schema }, async (request: SharedRequest, reply) => {
    const names = [...(await consoleBundle()).keys()]
    const base = pathOf(request.url).endsWith('/') ? '../assets/' : 'assets/'
    const nonce = randomBytes(16).toString('base64')
    const urlOf = (pattern: RegExp) => `"${base}${names.find((name) => pattern.test(name))}" nonce="${nonce}"`
    const style = `<link rel="stylesheet" href=${urlOf(/^shared-.*\.css$/)}>`
    const script = `<script type="module" src=${urlOf(/^shared-.*\.js$/)}></script>`
    reply.headers({ ...PAGE_HEADERS, 'content-security-policy': policyOf(nonce) })
    try {
      await shareOf(request)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const { retryAfter } = error
      if (retryAfter !== null) reply.header('retry-after', retryAfter)
      const again = retryAfter === null ? '' : `<meta http-equiv="refresh" content="${retryAfter}">`
      const page = documentOf(
        'Transcript',
        NO_INDEX + again + style,
        `<main class="shared"><p>${sentenceOf(error)}</p></main>`,
      )
      return reply.code(error.status).send(page)
    }
    return reply.send(
      documentOf(
        'Transcript',
        NO_INDEX + style + script,
        '<div id="transcript"></div><noscript>This transcript needs JavaScript.</noscript>',
      ),
    )
  })

  app.get('/shared/:token/transcript', { schema }, async (request: SharedRequest, reply) => {
    const share = await shareOf(request)
    const { account, jobId, audio } = share
    const file = audio ? await store.jobs.fileOf(account, jobId, null) : null
    const made = await maker.make(await transcriptOf(share), 'sharedTranscript', {
      ...partOf(share),
      download: share.download,
      audio: file !== null && file !== 'none' && file !== 'expired',
    })
    if (made === null) throw invalidShare()
    return reply.type('application/json; charset=utf-8').send(unpacked(made))
  })

  app.post('/shared/:token/opened', { schema }, async (request: SharedRequest, reply) => {
    await store.shares.noteOpened(await shareOf(request))
    return reply.code(204).send()
  })

  app.get('/shared/:token/audio', { schema, compress: false }, async (request: SharedRequest, reply) => {
    const share = await shareOf(request, 'audio')
    if (!share.audio) throw notFound('the audio')
    const file = await audioOfJob(store, share.account, share.jobId, null)
    const found = await playbacks.ofShare(file, share)
    if (!('clip' in found)) return sendPreparation(reply, found)
    return sendBytes(request, reply, files, { id: found.clip, type: 'audio/mp4' })
  })

  for (const format of SHARED_FORMATS) {
    const { type, content } = EXPORT_FORMATS[format]
    app.get(`/shared/:token/transcript.${format}`, { schema }, async (request: SharedRequest, reply) => {
      const share = await shareOf(request)
      if (!share.download) throw notFound('the file')
      const made = await maker.make(await transcriptOf(share), 'sharedFile', {
        ...partOf(share),
        format,
      })
      if (made === null) throw invalidShare()
      return reply
        .type(content === 'binary' ? type : `${type}; charset=utf-8`)
        .header('content-disposition', attachmentOf(made.title, `.${format}`))
        .send(unpacked(made.content))
    })
  }
}

const partOf = ({ from, to, redacted }: ShareInfo) => ({ from, to, redacted })

/** @param nonce the nonce of the only script and style of the page */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "media-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** An error as a sentence. */
const sentenceOf = ({ message }: RequestError): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
