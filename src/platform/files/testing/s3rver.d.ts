declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  /** Accepts the key `S3RVER` with the secret `S3RVER`. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
