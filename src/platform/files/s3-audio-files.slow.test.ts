import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, suite, test, type TestContext } from 'node:test'
import { uploadsConformance } from '../../intake/testing/uploads-conformance.ts'
import { AudioStorageError } from './s3-errors.ts'
import { S3AudioFiles, type S3Options } from './s3-audio-files.ts'
import { audioFilesConformance, temporaryFolder } from './testing/audio-files-conformance.ts'
import { type S3Server, startS3Server } from './testing/s3-server.ts'

let folder: string
let server: S3Server
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-'))
  server = await startS3Server(folder)
})
after(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function open(t: TestContext, options: Partial<S3Options> = {}) {
  const prefix = `${randomUUID()}/`
  const scratch = await temporaryFolder(t)
  const { endpoint, bucket } = server
  const given = {
    endpoint,
    bucket,
    region: 'us-east-1',
    prefix,
    publicEndpoint: null,
    scratch,
    maxBytes: 1e9,
  }
  const files = await S3AudioFiles.open({ ...given, ...options })
  t.after(() => files.close())
  return { files, stored: async () => server.keys(prefix), scratch }
}

audioFilesConformance('in S3', open)
uploadsConformance('in S3', open)

suite('audio files in S3', () => {
  test('are sent in parts of bounded size, and read in ranges across them', async (t) => {
    const { files } = await open(t)
    const id = randomUUID()
    const bytes = randomBytes(12_000_000)
    const pieces = Array.from({ length: 12 }, (_, i) => bytes.subarray(i * 1e6, (i + 1) * 1e6))
    await files.write(id, Readable.from(pieces))
    assert.equal(await files.size(id), bytes.length)
    const range = { start: 5_200_000, end: 5_299_999 }
    assert.deepEqual(await buffer(files.read(id, range)), bytes.subarray(range.start, range.end + 1))
  })

  test('have a local copy only while it is used', async (t) => {
    const { files, scratch } = await open(t)
    const id = randomUUID()
    const inspect = async () => assert.equal((await readdir(scratch)).length, 1)
    await files.write(id, Readable.from([Buffer.from('audio')]), inspect)
    assert.deepEqual(await readdir(scratch), [])
    async function* interrupted() {
      yield Buffer.alloc(1_000)
      throw new Error('the sender is gone')
    }
    await assert.rejects(files.write(randomUUID(), interrupted(), inspect), /the sender is gone/)
    assert.deepEqual(await readdir(scratch), [])
    await files.withLocalCopy(id, async () => assert.equal((await readdir(scratch)).length, 1))
    await assert.rejects(
      files.withLocalCopy(id, async () => assert.fail('not audio')),
      /not audio/,
    )
    assert.deepEqual(await readdir(scratch), [])
  })

  test('can be downloaded by anyone who has a signed URL, under their names', async (t) => {
    const { files } = await open(t, { publicEndpoint: server.endpoint })
    const id = randomUUID()
    await files.write(id, Readable.from([Buffer.from('audio')]))
    const url = await files.url(id, 'Gespräch.wav')
    const response = await fetch(url ?? '', { headers: { range: 'bytes=1-2' } })
    assert.equal(await response.text(), 'ud')
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /^attachment; .*filename\*=UTF-8''Gespr%C3%A4ch/,
    )
    assert.equal(await (await open(t)).files.url(id, 'Gespräch.wav'), null)
  })

  test('that do not exist are a permanent error', async (t) => {
    const { files } = await open(t)
    await assert.rejects(buffer(files.read(randomUUID())), { name: 'AudioStorageError', code: 'EACCES' })
  })
})

suite('S3 that cannot be used is refused at startup', () => {
  /** A server that answers every request with an S3 error. */
  async function refusing(t: TestContext, status: number, code: string): Promise<string> {
    const one: Server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => one.once('listening', resolve))
    t.after(() => one.close())
    return `http://127.0.0.1:${(one.address() as AddressInfo).port}`
  }

  const refusal = (setting: string) => (error: unknown) => {
    assert.ok(error instanceof AudioStorageError)
    assert.match(error.message, new RegExp(`^${setting}: .*`))
    assert.equal(error.message.includes('\n'), false)
    return true
  }

  test('without the bucket', async (t) => {
    await assert.rejects(open(t, { bucket: 'missing' }), refusal('S3_BUCKET'))
  })

  test('later, when the bucket is gone', async (t) => {
    const own = await startS3Server(await temporaryFolder(t))
    const { files } = await open(t, { endpoint: own.endpoint })
    await files.check()
    await own.close()
    await assert.rejects(files.check())
  })

  test('without credentials, even if the metadata service of the machine does not answer', async (t) => {
    const silent = createTcpServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const connections = new Set<Socket>()
    silent.on('connection', (socket) => connections.add(socket))
    t.after(() => {
      silent.close()
      for (const socket of connections) socket.destroy()
    })
    const { port } = silent.address() as AddressInfo
    const environment = process.env
    process.env = {
      HOME: '/nonexistent',
      AWS_EC2_METADATA_SERVICE_ENDPOINT: `http://127.0.0.1:${port}`,
    }
    t.after(() => (process.env = environment))
    await assert.rejects(open(t), refusal('AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY'))
    assert.ok(connections.size > 0, 'it was asked')
  })

  test('without a server', async (t) => {
    await assert.rejects(open(t, { endpoint: 'http://127.0.0.1:1' }), refusal('S3_ENDPOINT'))
  })

  for (const [code, setting] of [
    ['SignatureDoesNotMatch', 'AWS_SECRET_ACCESS_KEY'],
    ['InvalidAccessKeyId', 'AWS_ACCESS_KEY_ID'],
    ['AccessDenied', 'S3_BUCKET'],
  ] as const) {
    test(`by the error ${code}`, async (t) => {
      await assert.rejects(open(t, { endpoint: await refusing(t, 403, code) }), refusal(setting))
    })
  }
})
