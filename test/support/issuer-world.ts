/** A service whose users sign in at an issuer: one node on SQLite, two on PostgreSQL. */
import assert from 'node:assert/strict'
import type { ConsoleSession } from '../../src/contract/console-session.ts'
import type { Dialect } from '../../src/store/databases/dialect.ts'
import { OidcIssuer, type Person } from './oidc-issuer.ts'
import type { FreshDatabase } from './on-each-store.ts'
import { type RunningService, runService } from './running-service.ts'
import { withDialect } from './store-place.ts'
import { type Arrival, Visitor } from './visitor.ts'

const PUBLIC_URL = 'http://scriptorium.test'

export class IssuerWorld {
  readonly issuer: OidcIssuer
  readonly nodes: readonly RunningService[]
  readonly #database: FreshDatabase
  readonly #visitors: Visitor[] = []

  private constructor(issuer: OidcIssuer, nodes: readonly RunningService[], database: FreshDatabase) {
    this.issuer = issuer
    this.nodes = nodes
    this.#database = database
  }

  static async open(database: FreshDatabase, env: Record<string, string>): Promise<IssuerWorld> {
    const issuer = await OidcIssuer.start()
    // The service starts while the issuer is unreachable.
    issuer.isAway = true
    const all = { PUBLIC_URL, ...issuer.env, ...env }
    const nodes = [await runService(all, undefined, database)]
    if (database.url !== null)
      nodes.push(await runService(all, undefined, { url: database.url, drop: async () => {} }))
    issuer.register({ publicUrl: PUBLIC_URL, url: nodes[0]!.url })
    issuer.isAway = false
    return new IssuerWorld(issuer, nodes, database)
  }

  get key(): string {
    return this.nodes[0]!.key
  }

  /** The browser of a person whom the issuer identifies as `subject`. */
  visitor(subject = '', person: Person | null = null): Visitor {
    if (person !== null) this.issuer.people.set(subject, person)
    const visitor = new Visitor(
      subject,
      PUBLIC_URL,
      this.nodes.map(({ url }) => url),
    )
    this.#visitors.push(visitor)
    return visitor
  }

  /** Signs in a person, which must succeed. */
  async signedIn(subject: string, person: Person): Promise<Visitor> {
    const visitor = this.visitor(subject, person)
    arrivesAt(await visitor.signIn(), '/console/')
    return visitor
  }

  /** Reads or changes the database. */
  async database<Value>(use: (dialect: Dialect) => Promise<Value>): Promise<Value> {
    return withDialect({ dataDir: this.nodes[0]!.dataDir, databaseUrl: this.#database.url }, use)
  }

  /** Moves the last check with the issuer this many minutes into the past. */
  async ageChecks(minutes: number): Promise<void> {
    await this.database(async ({ db }) =>
      db
        .updateTable('issuer_sessions')
        .set((eb) => ({ checked_at: eb('checked_at', '-', minutes * 60_000) }))
        .execute(),
    )
  }

  get log(): Record<string, unknown>[] {
    return this.nodes.flatMap(({ log }) => log)
  }

  /** Closes everything, and checks that the log contains no secret. */
  async close(): Promise<void> {
    for (const node of [...this.nodes].toReversed()) await node.close()
    await this.issuer.close()
    const text = JSON.stringify(this.log)
    const codes = this.#visitors
      .flatMap(({ urls }) => urls)
      .flatMap((url) =>
        ['code', 'state', 'id_token_hint'].flatMap((name) => new URL(url).searchParams.get(name) ?? []),
      )
    assert.ok(codes.length > 0)
    for (const secret of [...codes, ...this.issuer.secrets])
      assert.ok(!text.includes(secret), `"${secret}" was logged`)
  }
}

/** @param page below the public URL */
export function arrivesAt({ url }: Arrival, page: string): void {
  assert.equal(url, `${PUBLIC_URL}${page}`)
}

export async function sessionOf(visitor: Visitor): Promise<ConsoleSession | null> {
  const { status, body } = await visitor.api('GET', '/console/session')
  if (status === 200) return body as ConsoleSession
  assert.equal(status, 401)
  return null
}
