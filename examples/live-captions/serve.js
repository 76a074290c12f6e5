/** Serves the page with live captions, and opens its sessions so that the key stays on the server. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { Scriptorium } from '@scriptorium/client'

const {
  SCRIPTORIUM_URL: url = 'http://localhost:8080',
  SCRIPTORIUM_KEY: key,
  PORT: port = '3000',
} = process.env
if (!key) {
  console.error('SCRIPTORIUM_KEY is needed: SCRIPTORIUM_KEY=… node serve.js')
  process.exit(1)
}
const scriptorium = new Scriptorium({ url, key })
/** The folder of the client's modules, which the page imports too. */
const client = new URL('.', import.meta.resolve('@scriptorium/client'))

const server = createServer((request, response) => void answer(request, response))
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address()
  console.log(`Open http://localhost:${typeof address === 'object' ? address?.port : address}`)
})

async function answer({ method, url: path = '/' }, response) {
  try {
    const { pathname, searchParams } = new URL(path, 'http://page')
    const [, module] = /^\/client\/([\w-]+\.js)$/.exec(pathname) ?? []
    if (method === 'POST' && pathname === '/sessions') {
      const sample_rate = Number(searchParams.get('sample_rate'))
      const messages_config = { receive_partial_transcripts: true }
      const session = await scriptorium.createLive({ sample_rate, messages_config })
      response.setHeader('content-type', 'application/json').end(JSON.stringify(session))
    } else if (pathname === '/') {
      const page = await readFile(new URL('captions.html', import.meta.url))
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
    } else if (module !== undefined) {
      response.setHeader('content-type', 'text/javascript').end(await readFile(new URL(module, client)))
    } else response.writeHead(404).end()
  } catch (error) {
    response.writeHead(500).end(error.message)
  }
}
