/** Which URLs are fetched at all, before any name is looked up. */
import { FetchError } from './fetch-error.ts'

/**
 * A URL with a user name or password is refused: it is stored with the job and shown with it, and a password stripped
 * in silence would only come back as a 401 that nobody understands.
 *
 * @throws {FetchError} `bad-url`
 */
export function fetchableUrl(input: string, base?: string): URL {
  const url = URL.parse(input, base)
  if (url === null) throw badUrl('cannot be parsed; give a whole one, such as https://example.com/audio.mp3')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw badUrl('must begin with http:// or https://')
  if (url.username !== '' || url.password !== '') {
    throw badUrl('must not hold a user name or password; give a pre-signed URL, or upload the file')
  }
  return url
}

/**
 * Where a `Location` header leads. From https to http is refused: who gave an https URL may rely on nobody reading or
 * changing the audio on its way.
 *
 * @throws {FetchError} `bad-url`
 */
export function redirectTarget(from: URL, location: string): URL {
  const url = fetchableUrl(location, from.href)
  if (from.protocol === 'https:' && url.protocol === 'http:') {
    throw badUrl('is redirected from https to http; give the URL it leads to')
  }
  return url
}

function badUrl(what: string): FetchError {
  return new FetchError('bad-url', `The URL ${what}.`)
}
