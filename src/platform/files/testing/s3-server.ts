/** An S3 server for tests, in this process. It answers all signed requests, whatever the secret. */
import { ListObjectsCommand, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'

const BUCKET = 'audio'

export interface S3Server {
  /** For the configuration of a service, and for the SDK in this process. */
  readonly env: Readonly<
    Record<'S3_ENDPOINT' | 'S3_BUCKET' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>
  >
  readonly endpoint: string
  readonly bucket: string
  /** The keys of all objects below a prefix, without it. */
  keys(prefix: string): Promise<string[]>
  close(): Promise<void>
}

/** @param directory an empty folder for its objects */
export async function startS3Server(directory: string): Promise<S3Server> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
  Object.assign(process.env, credentials)
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true })
  return {
    env: { S3_ENDPOINT: endpoint, S3_BUCKET: BUCKET, ...credentials },
    endpoint,
    bucket: BUCKET,
    keys: async (prefix) => {
      const keys: string[] = []
      for (;;) {
        // Not ListObjectsV2: for the token of the next page, this server uses a cipher that Node.js no longer has.
        const list = new ListObjectsCommand({ Bucket: BUCKET, Prefix: prefix, Marker: keys.at(-1) })
        const { Contents = [], IsTruncated } = await client.send(list)
        keys.push(...Contents.map(({ Key = '' }) => Key))
        if (IsTruncated !== true) return keys.map((key) => key.slice(prefix.length))
      }
    },
    close: async () => {
      client.destroy()
      await server.close()
    },
  }
}
