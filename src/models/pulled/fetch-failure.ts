import type { FetchError } from '../../platform/net/fetch-error.ts'
import { ModelError } from './model-error.ts'

/** Describes why something that a pull needs cannot be fetched, and the remedy. */
export function fetchFailure(cause: FetchError, url: string, remedy: string): ModelError {
  const { host } = new URL(url)
  const failure = (message: string) => new ModelError(message, { cause })
  switch (cause.code) {
    case 'http-status':
      return failure(`${url} cannot be downloaded: the server answered ${cause.status}`)
    case 'unreachable':
      return failure(`${host} cannot be reached: ${reason(cause)}`)
    case 'interrupted':
    case 'timeout':
      return failure(`The connection to ${host} keeps breaking: ${remedy}`)
    case 'too-large':
      return failure(`${url} is larger than expected`)
    case 'bad-url':
    case 'refused-address':
    case 'too-many-redirects':
      return failure(`${url} cannot be downloaded: ${cause.message}`)
  }
}

/** The error codes of a missing network or server. */
const OFFLINE = /^(?:E(?!PROTO)[A-Z]+|EAI_AGAIN|UND_ERR_SOCKET)$/

/** Other reasons, such as an invalid certificate, are reported verbatim. */
function reason(error: Error): string {
  let innermost: NodeJS.ErrnoException = error
  while (innermost.cause instanceof Error) innermost = innermost.cause
  return OFFLINE.test(innermost.code ?? '') ? 'is this machine online?' : innermost.message.trim()
}
