/** Checks which URLs are allowed, before any name is resolved. */
import { FetchError } from './fetch-error.ts'

/**
 * Parses a URL to fetch or to send to. User names and passwords are rejected: the URL is stored and shown with the job,
 * and silently removing a password would lead to a puzzling 401.
 *
 * @throws {FetchError} `bad-url`
 */
export function fetchableUrl(input: string, base?: string): URL {
  const url = URL.parse(input, base)
  if (url === null)
    throw badUrl('cannot be parsed; use an absolute one, such as https://example.com/audio.mp3')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw badUrl('must begin with http:// or https://')
  if (url.username !== '' || url.password !== '') {
    throw badUrl('must not contain a user name or password; use a pre-signed URL, or upload the file')
  }
  return url
}

/**
 * The target of a `Location` header. A redirect from https to http is rejected: an https URL promises that nobody reads
 * or changes the audio in transit.
 *
 * @throws {FetchError} `bad-url`
 */
export function redirectTarget(from: URL, location: string): URL {
  const url = fetchableUrl(location, from.href)
  if (from.protocol === 'https:' && url.protocol === 'http:') {
    throw badUrl('is redirected from https to http; use its final destination')
  }
  return url
}

function badUrl(what: string): FetchError {
  return new FetchError('bad-url', `The URL ${what}.`)
}
