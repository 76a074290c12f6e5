/** Malformed forms and hosts, service faults during an upload, and what responses and the log reveal. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { filesOnDisk } from '../support/files-on-disk.ts'
import { runService } from '../support/running-service.ts'
import { cutSample } from '../support/sample.ts'
import { serveTwoAccounts, type TwoAccounts } from '../support/two-accounts.ts'

const SHORT = cutSample(0, 0.5)

let world: TwoAccounts
before(async () => void (world = await serveTwoAccounts()))
after(async () => world.close())

function form(boundary: string, content: Buffer, end = `\r\n--${boundary}--\r\n`): Buffer<ArrayBuffer> {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="audio"; filename="talk.wav"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from(end)])
}

suite('a malformed form', () => {
  const upload = async (boundary: string, body: Buffer<ArrayBuffer>) =>
    world.client.refused(400, 'POST', '/v2/upload', {
      body,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })

  test('is refused when its boundary is longer than the parser accepts', async () => {
    for (const length of [253, 1_000]) await upload('b'.repeat(length), form('b'.repeat(length), SHORT))
  })

  test('is refused when it is cut off, and leaves no file', async () => {
    const kept = filesOnDisk(world.service)
    await upload('b', form('b', SHORT, ''))
    await upload('b', form('b', SHORT, '\r\n--b\r\ncontent-disp'))
    await upload('b', Buffer.from('--b\r\ncontent-disposition: form-data; name="au'))
    await upload('b', Buffer.from('no form'))
    assert.deepEqual(filesOnDisk(world.service), kept)
  })

  test('is refused when a part of it has no name, and leaves no file', async () => {
    const kept = filesOnDisk(world.service)
    const nameless = {
      field: '',
      'field of JSON': '\r\ncontent-type: application/json',
      file: '; filename="talk.wav"\r\ncontent-type: audio/wav',
    }
    for (const path of ['/v2/upload', '/v1/audio/transcriptions', '/v1/audio/translations']) {
      const field = path === '/v2/upload' ? 'audio' : 'file'
      const named = [
        `--b\r\ncontent-disposition: form-data; name="${field}"; filename="talk.wav"\r\n\r\n`,
        SHORT,
        '\r\n',
      ]
      for (const [kind, rest] of Object.entries(nameless)) {
        const part = `--b\r\ncontent-disposition: form-data${rest}\r\n\r\n1\r\n`
        // Errors of the latter two paths have their own form.
        const answer = await world.service.request(path, {
          method: 'POST',
          body: Buffer.concat([part, ...named, '--b--\r\n'].map((one) => Buffer.from(one))),
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
        })
        const text = await answer.text()
        assert.equal(answer.status, 400, `${kind} to ${path}: ${text}`)
        assert.match(text, /body: a part of the form has no name/, `${kind} to ${path}`)
      }
    }
    assert.deepEqual(filesOnDisk(world.service), kept)
  })
})

test('an upload that is refused for its Host leaves no file', async () => {
  const kept = filesOnDisk(world.service)
  const body = form('b', SHORT)
  const socket = connect(Number(new URL(world.service.url).port), '127.0.0.1')
  socket.write(
    `POST /v2/upload HTTP/1.1\r\nhost: a"b\r\nconnection: close\r\nx-service-key: ${world.service.key}\r\n` +
      `content-length: ${body.length}\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n`,
  )
  socket.write(body)
  let answer = ''
  socket.on('data', (data: Buffer) => (answer += data.toString()))
  await once(socket, 'close')
  assert.match(answer, /^HTTP\/1\.1 400 /)
  assert.deepEqual(filesOnDisk(world.service), kept)
})

test('a service fault during an upload is logged as an error', async (t) => {
  const service = await runService()
  t.after(async () => service.close())
  await rm(join(service.dataDir, 'files'), { recursive: true })
  const body = new FormData()
  body.append('audio', new Blob([SHORT]), 'talk.wav')
  const response = await service.request('/v2/upload', { method: 'POST', body })
  assert.equal(response.status, 500)
  const line = service.log.find(({ msg }) => msg === 'request failed')
  assert.equal(line?.['level'], 50)
})

test('the query of a URL that cannot be decoded is not logged', async () => {
  await world.client.refused(404, 'GET', '/v2/pre-recorded/%zz?token=confidential')
  assert.ok(!JSON.stringify(world.service.log).includes('confidential'))
})

test('an entity tag differs between accounts and reveals no account number', async () => {
  const [own, other] = await Promise.all(
    [world.client, world.stranger].map(async (one) => (await one.get('/v2/live')).headers.get('etag')),
  )
  assert.match(String(own), /^W\/"[\w-]{22}"$/)
  assert.notEqual(own, other)
})

test('a download is private, saved under the name of the file, and not sniffed', async () => {
  const { audio_url } = await world.client.upload(SHORT, 'Gespräch "1".html')
  const job = await world.client.create({ audio_url })
  for (const path of [audio_url, `/v2/pre-recorded/${job}/file`]) {
    for (const range of [{}, { range: 'bytes=0-9' }]) {
      const { headers } = await world.client.get(path, range)
      assert.equal(headers.get('content-type'), 'application/octet-stream')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('cache-control'), 'private')
      assert.match(
        String(headers.get('content-disposition')),
        /^attachment; .*filename\*=UTF-8''Gespr%C3%A4ch/,
      )
    }
  }
})
