/** A person in a browser, as the API sees one: requests with the cookie of a console session. */
import assert from 'node:assert/strict'
import type { ConsoleSession } from '../../src/contract/console-session.ts'
import type { CreatedInvitation } from '../../src/contract/invitations.ts'
import type { Role } from '../../src/contract/roles.ts'
import type { Client } from './client.ts'

export class Person {
  readonly id: string
  readonly cookie: string
  readonly #browser: Client

  private constructor(client: Client, id: string, cookie: string) {
    this.#browser = client.as(null)
    this.id = id
    this.cookie = cookie
  }

  /** Invites somebody new to the account of a key, and accepts the invitation. */
  static async join(client: Client, role: Role, name: string): Promise<Person> {
    const { cookie, session } = await sessionOf(client, {
      path: '/console/invitation/accept',
      body: { token: await invitationToken(client, role), name },
    })
    return new Person(client, session.who.id ?? assert.fail(), cookie)
  }

  get headers(): Readonly<Record<string, string>> {
    return { cookie: this.cookie, 'x-console': '1' }
  }

  async send<Body = null>(verb: string, path: string, body?: object) {
    return this.#browser.send<Body>(verb, path, {
      headers: this.headers,
      ...(body !== undefined && { body }),
    })
  }

  async get<Body>(path: string): Promise<Body> {
    const { status, bytes, body } = await this.send<Body>('GET', path)
    assert.equal(status, 200, String(bytes))
    return body
  }

  /** @returns the error message */
  async refused(status: number, verb: string, path: string, body?: object): Promise<string> {
    const sent = { headers: this.headers, ...(body !== undefined && { body }) }
    return (await this.#browser.refused(status, verb, path, sent)).message
  }
}

/** Creates an invitation to the account of a key. @returns the token of its link */
export async function invitationToken(client: Client, role: Role): Promise<string> {
  const { status, bytes, body } = await client.send<CreatedInvitation>('POST', '/v2/invitations', {
    body: { role },
  })
  assert.equal(status, 201, String(bytes))
  return new URL(body.url).hash.slice(1)
}

/** Signs in by a request without a key. */
export async function sessionOf(
  client: Client,
  { path, body, headers = {} }: { path: string; body: object; headers?: Readonly<Record<string, string>> },
): Promise<{ readonly cookie: string; readonly session: ConsoleSession }> {
  const answer = await client.as(null).send<ConsoleSession>('POST', path, { body, headers })
  assert.equal(answer.status, 200, String(answer.bytes))
  const [cookie = ''] = answer.headers.getSetCookie()
  return { cookie: cookie.split(';')[0] ?? '', session: answer.body }
}
