import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { WebSocket, WebSocketServer } from 'ws'
import type { LiveJob } from '../../contract/job.ts'
import type { ServerFrame } from '../../contract/live-messages.ts'
import { liveParamsOf, liveRequest } from '../../contract/live-request.ts'
import { DiskAudioFiles } from '../../platform/files/disk-audio-files.ts'
import { EnricherProcess } from '../../enrichments/runner/enricher-process.ts'
import type { Dialect } from '../../store/databases/dialect.ts'
import { sqlite } from '../../store/databases/sqlite.ts'
import type { NodeId } from '../../jobs/node.ts'
import type { Store } from '../../store/open-store.ts'
import { parsedJson } from '../../jobs/stored-json.ts'
import { openTestStore } from '../../store/testing/open-test-store.ts'
import { Uploads } from '../../intake/uploads.ts'
import { LiveLogs } from '../session-logs.ts'
import { type LiveSettings, LiveSessions } from '../sessions.ts'
import { StandInRecogniser } from './stand-in-recogniser.ts'
import { until } from '../../../test/support/until.ts'

/** Longer than a test takes. */
const LEASE_MS = 600_000

const SETTINGS: LiveSettings = {
  connectSeconds: 60,
  resumeSeconds: 60,
  idleSeconds: 60,
  maxSeconds: 60,
  maxResultBytes: 16e6,
}

/** Live sessions with a real store, files and sockets; only the recogniser is a stand-in. */
export class LiveWorld {
  readonly store: Store
  readonly recogniser = new StandInRecogniser()
  sessions: LiveSessions
  /** Called whenever messages are recorded for a callback URL. */
  onCallbacks: () => void = () => {}
  readonly folder: string
  readonly #node: NodeId
  readonly account: number
  /** Id of the key that sessions are created with. */
  key: string | null = null
  readonly #files: DiskAudioFiles
  readonly #server: WebSocketServer
  readonly enricher: EnricherProcess
  readonly #settings: LiveSettings

  private constructor(
    folder: string,
    node: NodeId,
    store: Store,
    account: number,
    files: DiskAudioFiles,
    server: WebSocketServer,
    settings: LiveSettings,
  ) {
    this.folder = folder
    this.#node = node
    this.store = store
    this.account = account
    this.#files = files
    this.#server = server
    this.#settings = settings
    this.enricher = new EnricherProcess({
      ffmpeg: 'ffmpeg',
      folder,
      maxSeconds: 3600,
      enrichmentSeconds: 600,
      maxResultBytes: 16e6,
    })
    this.sessions = this.#newSessions()
    server.on('connection', (socket, { url = '' }) => {
      socket.pause()
      void this.sessions.connect(url.slice(1), socket)
    })
  }

  /** @param dialect the database; SQLite by default */
  static async make(settings: Partial<LiveSettings> = {}, dialect?: Dialect): Promise<LiveWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'scriptorium-live-'))
    const store = await openTestStore(dialect ?? sqlite(join(folder, 'db.sqlite')))
    const account = await store.accounts.ensure('default')
    const node = randomUUID()
    await store.nodes.register(
      { id: node, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
      LEASE_MS,
      null,
    )
    const files = await DiskAudioFiles.open(join(folder, 'files'))
    await mkdir(join(folder, 'live'))
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(server, 'listening')
    const world = new LiveWorld(folder, node, store, account, files, server, { ...SETTINGS, ...settings })
    await world.sessions.recover()
    return world
  }

  async close(): Promise<void> {
    await this.sessions.close(0)
    await this.enricher.close()
    for (const socket of this.#server.clients) socket.terminate()
    this.#server.close()
    await this.store.close()
    await rm(this.folder, { recursive: true })
  }

  /** Restarts the sessions, as SIGTERM and a restart of the service would. */
  async restart(): Promise<void> {
    await this.sessions.close(0)
    this.sessions = this.#newSessions()
    await this.sessions.recover()
  }

  async create(request: object = {}, account = this.account): Promise<{ id: string; token: string }> {
    const params = liveParamsOf(liveRequest.parse(request))
    return this.sessions.create(account, { params, customMetadata: null, key: this.key })
  }

  connect(token: string): LiveClient {
    const { port } = this.#server.address() as AddressInfo
    return new LiveClient(`ws://127.0.0.1:${port}/${token}`)
  }

  async job(id: string): Promise<LiveJob> {
    const json = await this.store.jobs.get(this.account, id, 'live')
    return (await parsedJson(json ?? assert.fail())) as LiveJob
  }

  async ended(id: string): Promise<LiveJob> {
    return until(
      async () => this.job(id),
      (job) => job.completed_at !== null,
    )
  }

  async file({ file }: LiveJob): Promise<Buffer> {
    return buffer(this.#files.read(file?.id ?? ''))
  }

  #newSessions(): LiveSessions {
    const log = pino({ level: 'silent' })
    return new LiveSessions({
      store: this.store.live,
      wake: this.store.wake,
      isShared: this.store.isShared,
      leaseMs: LEASE_MS,
      files: new Uploads(this.#files, this.store.uploads, this.#node),
      recogniser: this.recogniser,
      enricher: this.enricher,
      onCallbacks: () => this.onCallbacks(),
      node: this.#node,
      isTaking: () => true,
      logs: new LiveLogs(
        join(this.folder, 'live'),
        this.store.openLiveLog?.({ node: this.#node, files: this.#files, log }) ?? null,
      ),
      settings: this.#settings,
      log,
    })
  }
}

/** A client that records what it receives. */
export class LiveClient {
  readonly socket: WebSocket
  readonly messages: ServerFrame[] = []
  code: number | null = null
  #changed = Promise.withResolvers<void>()

  constructor(url: string) {
    this.socket = new WebSocket(url)
    this.socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) this.messages.push(JSON.parse(data.toString()) as ServerFrame)
      this.#change()
    })
    this.socket.on('close', (code) => {
      this.code = code
      this.#change()
    })
    this.socket.on('error', () => {})
  }

  async send(data: Uint8Array | object): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, 'open')
    this.socket.send(data instanceof Uint8Array ? data : JSON.stringify(data))
  }

  async until(is: () => boolean): Promise<void> {
    while (!is()) await this.#changed.promise
  }

  /** Resolves with the close code once the socket is closed. */
  async closed(): Promise<number> {
    await this.until(() => this.code !== null)
    return this.code ?? 0
  }

  /** Resolves once that many bytes are acknowledged. */
  async acknowledged(bytes: number): Promise<void> {
    await this.until(() => this.ofType('audio_chunk').some(({ data }) => (data?.byte_range[1] ?? 0) >= bytes))
  }

  ofType<Type extends ServerFrame['type']>(type: Type): Extract<ServerFrame, { type: Type }>[] {
    return this.messages.filter((one): one is Extract<ServerFrame, { type: Type }> => one.type === type)
  }

  #change(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
