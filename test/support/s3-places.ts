/** An S3 server for the tests of a file. */
import { after, before } from 'node:test'
import { type S3Server, startS3Server } from '../../src/platform/files/testing/s3-server.ts'
import { temporaryFolder } from './scriptorium.ts'

/** @returns a function that creates an environment with its own prefix, and lists the ids of the objects below it */
export function s3Places() {
  let server: S3Server
  before(async () => {
    server = await startS3Server(temporaryFolder())
  })
  after(async () => server.close())
  return (prefix: string) => ({
    env: { ...server.env, S3_PREFIX: prefix },
    stored: async () => server.keys(prefix),
  })
}
