const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' " +
  "fill='%234a4fd6'/%3E%3Cpath d='M4 6v4M6.7 4v8M9.3 5.5v5M12 7v2' stroke='%23fff' stroke-width='1.4' stroke-linecap='round'/%3E%3C/svg%3E"

/** An HTML page. All arguments are markup. @param head further elements of the head */
export function documentOf(title: string, head: string, body: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">' +
    `<title>${title}</title><link rel="icon" href="${ICON}">${head}</head><body>${body}</body></html>`
  )
}
