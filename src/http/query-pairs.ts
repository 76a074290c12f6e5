/** The parameters of the query of a URL, in the order sent. */
export function queryPairs(url: string): [string, string][] {
  const query = /^[^?#]*\?([^#]*)/.exec(url)?.[1]
  return [...new URLSearchParams(query)]
}
