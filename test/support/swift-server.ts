/** An S3 server for tests that checks signatures: OpenStack Swift, if the Debian packages are installed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

const PROGRAM = fileURLToPath(new URL('swift-server.py', import.meta.url))
const BUCKET = 'audio'

export interface SwiftServer {
  readonly endpoint: string
  /** For the configuration of a service. */
  readonly env: Readonly<Record<`S3_${string}` | `AWS_${string}`, string>>
  readonly close: () => Promise<void>
}

/**
 * Starts it with an empty bucket. It ends with this process, even if that is killed.
 * @param folder an empty folder for everything it stores
 * @returns the server, or why it is unavailable
 */
export async function startSwiftServer(folder: string): Promise<SwiftServer | { missing: string }> {
  // Not the first on the PATH: the packages are for the system Python.
  const child = spawn('/usr/bin/python3', [PROGRAM, folder], { stdio: 'pipe' })
  const exited = once(child, 'exit').catch(() => {})
  const errors = text(child.stderr)
  const [endpoint] = await Promise.race([once(createInterface(child.stdout), 'line'), exited.then(() => [])])
  if (typeof endpoint !== 'string') {
    const reason = (await errors).trim().split('\n').at(-1)
    return { missing: `Swift (swift-proxy, -account, -container, -object) does not start: ${reason}` }
  }
  const accessKeyId = 'test:tester'
  const secretAccessKey = 'testing'
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  client.destroy()
  return {
    endpoint,
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    close: async () => {
      child.stdin.end()
      await exited
    },
  }
}
