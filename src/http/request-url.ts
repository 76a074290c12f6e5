/** The path of a request line, without its query and its fragment. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/**
 * The path of a request line as it may be logged: without the token of a link.
 * @param route the pattern of its route; null without one
 */
export function loggedPath(url: string, route: string | null = null): string {
  return route?.startsWith('/shared/:token') ? route : pathOf(url).replace(/(shared\/+)[^/]+/i, '$1:token')
}

/** The parameters of the query of a URL, in the order sent. */
export function queryPairs(url: string): [string, string][] {
  const query = /^[^?#]*\?([^#]*)/.exec(url)?.[1]
  return [...new URLSearchParams(query)]
}
