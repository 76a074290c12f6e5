/** A browser on the level of HTTP: it keeps cookies and follows redirects, including those of an issuer. */
import assert from 'node:assert/strict'

/** Where the visitor arrives. */
export interface Arrival {
  readonly url: string
  readonly answer: Response
}

export class Visitor {
  /** By origin and name. */
  readonly cookies = new Map<string, Map<string, string>>()
  /** Every URL so far. */
  readonly urls: string[] = []
  readonly #subject: string
  readonly #publicUrl: string
  readonly #nodes: readonly string[]
  #sent = 0

  /**
   * @param subject as whom the issuer identifies the visitor
   * @param nodes URLs of the service at `publicUrl`: requests go to one after the other
   */
  constructor(subject: string, publicUrl: string, nodes: readonly string[]) {
    this.#subject = subject
    this.#publicUrl = publicUrl
    this.#nodes = nodes
  }

  /** Sends a request with the cookies of its origin. @param path of the service, or a URL */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, this.#publicUrl)
    this.urls.push(url.href)
    const jar = this.cookies.get(url.origin) ?? new Map<string, string>()
    this.cookies.set(url.origin, jar)
    const headers = new Headers(init.headers)
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const node = this.#nodes[this.#sent++ % this.#nodes.length] ?? ''
    const target = url.href.replace(this.#publicUrl, node)
    const answer = await fetch(target, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }

  /** Follows redirects until one leads to a URL that matches `stop`. */
  async follow(
    path: string,
    init: RequestInit = {},
    stop: RegExp = /\/console\/(?!issuer\/)/,
  ): Promise<Arrival> {
    let url = new URL(path, this.#publicUrl).href
    let answer = await this.send(url, init)
    for (let hops = 0; hops < 20; hops++) {
      const location = answer.headers.get('location')
      if (location === null || answer.status < 300 || answer.status > 399) return { url, answer }
      await answer.body?.cancel()
      url = new URL(location, url).href
      if (stop.test(url)) return { url, answer }
      answer = await this.send(url)
    }
    return assert.fail('too many redirects')
  }

  /** Goes to the issuer, and clicks there if it asks. @param stop where the visitor stops on the way back */
  async signIn(start = '/console/issuer/start', stop?: RegExp): Promise<Arrival> {
    const asked = await this.follow(start, {}, stop)
    if (!asked.url.includes('/interaction/')) return asked
    await asked.answer.body?.cancel()
    return this.follow(
      asked.url,
      { method: 'POST', body: new URLSearchParams({ subject: this.#subject }) },
      stop,
    )
  }

  /** Sends a request as the console does. */
  async api(
    method: string,
    path: string,
    body: object | null = null,
  ): Promise<{ status: number; body: unknown }> {
    const answer = await this.send(path, {
      method,
      headers: { 'x-console': '1', ...(body === null ? {} : { 'content-type': 'application/json' }) },
      ...(body !== null && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
}
