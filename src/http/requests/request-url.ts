/** The path of a request line, without query and fragment. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/** Matches `shared/`, possibly repeated or percent-encoded, with the token after it. The router matches few of these, but all contain a token. */
const LINK =
  /((?:(?:s|%[57]3)(?:h|%[46]8)(?:a|%[46]1)(?:r|%[57]2)(?:e|%[46]5)(?:d|%[46]4)(?:\/|%2f)+)+)(?:(?!%2f)[^/])+/gi

/**
 * The path of a request line for logs: without the token of a link.
 * @param route the pattern of its route; null if there is none
 */
export function loggedPath(url: string, route: string | null = null): string {
  return route?.startsWith('/shared/:token') ? route : pathOf(url).replace(LINK, '$1:token')
}

/** The query parameters of a URL, in the order sent. */
export function queryPairs(url: string): [string, string][] {
  const query = /^[^?#]*\?([^#]*)/.exec(url)?.[1]
  return [...new URLSearchParams(query)]
}
