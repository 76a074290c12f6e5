/** The path of a request line, without its query and its fragment. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/** The parameters of the query of a URL, in the order sent. */
export function queryPairs(url: string): [string, string][] {
  const query = /^[^?#]*\?([^#]*)/.exec(url)?.[1]
  return [...new URLSearchParams(query)]
}
