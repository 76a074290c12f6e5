import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type ConsoleBundle, consoleBundle } from '../console-bundle.ts'
import { notFound } from '../errors.ts'
import { documentOf } from '../html-document.ts'
import type { App, Parts } from '../parts.ts'
import { pathOf } from '../requests/request-url.ts'

/** Headers of every page. Trusted types keep scripts of the console from writing HTML. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), display-capture=(self), camera=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

/**
 * Milliseconds after the start until the pages are bundled, unless one is requested earlier. Bundling takes both cores for 0.1 s, which
 * the service needs while it starts.
 */
const BUNDLE_MS = 2_000

interface PageKind {
  /** The path of the page. Its views are below it. */
  readonly path: 'console' | 'docs'
  /** The name of its script and style sheet, without their hashes. */
  readonly entry: string
  readonly title: string
}

const PAGES: readonly PageKind[] = [
  { path: 'console', entry: 'main', title: 'Scriptorium' },
  { path: 'docs', entry: 'reference', title: 'Scriptorium API' },
]

/**
 * The console below `/console`, to which `/` redirects, and the API reference below `/docs`. The pages need no key, but their requests
 * to the API do.
 */
export function consoleRoutes(app: App, { log }: Parts): void {
  let bundling: Promise<ConsoleBundle | null> | null = null
  const bundled = () =>
    (bundling ??= consoleBundle().catch((error: unknown) => {
      log.error({ err: error }, 'console could not be bundled; /console and /docs are not available')
      return null
    }))
  const timer = setTimeout(() => void bundled(), BUNDLE_MS).unref()
  app.addHook('onClose', () => clearTimeout(timer))
  const schema = { hide: true }

  // Relative, so that it works behind a proxy with any path prefix.
  app.get('/', { schema }, (_request, reply) => reply.redirect('console', 302))

  for (const kind of PAGES) {
    const { path: root } = kind
    app.get<{ Params: { name: string } }>(`/${root}/assets/:name`, { schema }, async (request, reply) => {
      const asset = (await bundled())?.get(request.params.name)
      if (asset === undefined) throw notFound('the asset')
      return reply
        .headers({ ...HEADERS, 'cache-control': 'public, max-age=31536000, immutable' })
        .type(asset.type)
        .send(asset.body)
    })

    for (const path of [`/${root}`, `/${root}/*`]) {
      app.get(path, { schema }, async (request, reply) => {
        // Browsers ask for a page in this way. For clients of the API, a misspelled path is not found.
        if (!/^text\/html(?:,|$)/.test(request.headers.accept ?? ''))
          throw notFound(`${request.method} ${pathOf(request.url)}`)
        const bundle = await bundled()
        reply
          .headers({ ...HEADERS, 'cache-control': 'no-cache', vary: 'accept' })
          .type('text/html; charset=utf-8')
        if (bundle === null) return reply.code(503).send(unavailablePage())
        return sendPage(reply, page(kind, bundle, pathOf(request.url)), request.headers['if-none-match'])
      })
    }
  }
}

function sendPage(reply: FastifyReply, html: string, known: string | undefined): FastifyReply {
  const tag = `"${hash('sha256', html, 'base64url').slice(0, 22)}"`
  reply.header('etag', tag)
  // Not an exact match: a proxy that compresses the page makes its tag weak.
  return known?.includes(tag) ? reply.code(304).send() : reply.send(html)
}

/** The page for all views; its script shows the view of the URL. References are relative to the path of the request. */
function page({ path: root, entry, title }: PageKind, bundle: ConsoleBundle, path: string): string {
  const depth = path.split('/').length - `/${root}/`.split('/').length
  const base = depth < 0 ? `${root}/` : '../'.repeat(depth)
  const nameOf = (start: string, type: string) =>
    [...bundle.keys()].find((name) => name.startsWith(`${start}-`) && name.endsWith(type)) ?? ''
  const script = nameOf(entry, '.js')
  const preloads = importsOf(bundle, script).map(
    (name) => `<link rel="modulepreload" href="${base}assets/${name}">`,
  )
  return documentOf(
    title,
    `<link rel="stylesheet" href="${base}assets/${nameOf(entry, '.css')}">${preloads.join('')}` +
      `<script type="module" src="${base}assets/${script}"></script>`,
    // The script cannot know the name of the worklet, which changes with its content.
    `<div id="app" data-capture-worklet="${nameOf('capture-worklet', '.js')}"></div>` +
      '<noscript>This page needs JavaScript.</noscript>',
  )
}

/** The chunks that a script imports statically, which a browser would otherwise discover only after loading the script. */
function importsOf(bundle: ConsoleBundle, script: string): readonly string[] {
  const text = bundle.get(script)?.body.toString() ?? ''
  const direct = [...text.matchAll(/(?:from|import)"\.\/(chunk-[^"]+)"/g)].flatMap(([, name]) => name ?? [])
  return [...new Set(direct.flatMap((name) => [name, ...importsOf(bundle, name)]))]
}

function unavailablePage(): string {
  return documentOf(
    'Scriptorium',
    '',
    '<h1>The console is not available</h1><p>Its pages could not be bundled: see the log of the service. The API is not ' +
      'affected.</p>',
  )
}
