/** The path of a request line, without its query and its fragment. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/** `shared/`, also repeated or percent-encoded, and what follows: a router knows few of these, but all of them have the token. */
const LINK =
  /((?:(?:s|%[57]3)(?:h|%[46]8)(?:a|%[46]1)(?:r|%[57]2)(?:e|%[46]5)(?:d|%[46]4)(?:\/|%2f)+)+)(?:(?!%2f)[^/])+/gi

/**
 * The path of a request line as it may be logged: without the token of a link.
 * @param route the pattern of its route; null without one
 */
export function loggedPath(url: string, route: string | null = null): string {
  return route?.startsWith('/shared/:token') ? route : pathOf(url).replace(LINK, '$1:token')
}

/** The parameters of the query of a URL, in the order sent. */
export function queryPairs(url: string): [string, string][] {
  const query = /^[^?#]*\?([^#]*)/.exec(url)?.[1]
  return [...new URLSearchParams(query)]
}
