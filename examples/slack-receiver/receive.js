/** Receives callbacks from Scriptorium, and posts them to a channel through an incoming webhook of Slack or a similar program. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { ScriptoriumError, verifyCallback } from '@scriptorium/client'

const { CALLBACK_SECRET: secret, SLACK_WEBHOOK_URL: webhook, PORT: port = '3000' } = process.env
if (!secret || !webhook) {
  console.error(
    'CALLBACK_SECRET and SLACK_WEBHOOK_URL are needed: CALLBACK_SECRET=whsec_… SLACK_WEBHOOK_URL=https://… node receive.js',
  )
  process.exit(1)
}
const MAX_CHARACTERS = 500

/** Ids of the callbacks already posted: a callback is sent again if the response to it was lost. */
const posted = new Set()

const server = createServer((request, response) => void receive(request, response))
server.listen(Number(port), () => {
  const address = server.address()
  console.log(`Listening on port ${typeof address === 'object' ? address?.port : address}`)
})

async function receive(request, response) {
  const id = request.headers['webhook-id']
  try {
    const body = await text(request)
    const message = messageOf(await verifyCallback(body, request.headers, secret))
    if (message !== null && !posted.has(id)) await post(message)
    posted.add(id)
    response.writeHead(204).end()
  } catch (error) {
    const isForged = error instanceof ScriptoriumError && error.code === 'invalid_signature'
    // Scriptorium retries later.
    response.writeHead(isForged ? 401 : 502).end(error.message)
  }
}

/** Returns the message for a callback; null if it is not posted. */
function messageOf(callback) {
  if (callback.event === 'transcription.error')
    return `:warning: ${callback.id} failed: ${callback.error.message}`
  if (callback.event !== 'transcription.success') return null
  const words = callback.payload.transcription?.full_transcript ?? ''
  const isLong = words.length > MAX_CHARACTERS
  return `:memo: ${callback.id}: ${isLong ? `${words.slice(0, MAX_CHARACTERS)} …` : words || '(no speech)'}`
}

async function post(message) {
  // Slack would read these characters as markup.
  const escaped = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(webhook, { method: 'POST', headers, body: JSON.stringify({ text: escaped }) })
  if (!answer.ok) throw new Error(`the webhook answered with ${answer.status}`)
}
