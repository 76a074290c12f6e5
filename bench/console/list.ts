import type { Page } from 'playwright-core'
import { typeKey } from '../../test/support/console-page.ts'
import { type Figure, median } from './figure.ts'

const ROUNDS = 5
const TABS = {
  All: null,
  Waiting: 'queued',
  Processing: 'processing',
  Done: 'done',
  Failed: 'error',
} as const

/** Measures milliseconds from signing in to the rows, and from selecting a tab or the next page to its rows. */
export async function measureList(page: Page, url: string, key: string): Promise<Figure[]> {
  await typeKey(page, { url, key })
  const signIn = await timeUntil(page, `document.querySelector('form button').click()`, hasRows(null))
  const figures: Figure[] = [
    { what: 'from signing in to the rows, ms', measured: signIn, wanted: { most: 1000 } },
  ]
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, status] of Object.entries(TABS).toReversed()) {
      const tab = `[...document.querySelectorAll('.tabs button, .tabs a')].find((one) => one.textContent.startsWith('${name}'))`
      times.set(name, [
        ...(times.get(name) ?? []),
        await timeUntil(page, `${tab}.click()`, `${isAt(status)} && ${hasRows(status)}`),
      ])
    }
    const older = `[...document.querySelectorAll('.pages button')].at(-1).click()`
    const next = await timeUntil(page, older, `/cursor|offset/.test(location.search) && ${hasRows(null)}`)
    times.set('Older', [...(times.get('Older') ?? []), next])
  }
  for (const [name, values] of times)
    figures.push({ what: `“${name}” to its rows, ms`, measured: median(values), wanted: { most: 1000 } })
  const rows = await page.evaluate<number>(`document.querySelectorAll('table.jobs tbody tr').length`)
  if (rows === 0) throw new Error('the list has no rows')
  return [...figures, { what: 'rows of the list in the DOM', measured: rows, wanted: { most: 700 } }]
}

const isAt = (status: string | null) =>
  `new URLSearchParams(location.search).get('status') === ${JSON.stringify(status)}`

/** Returns a condition that holds if only rows with this status are shown. */
function hasRows(status: string | null): string {
  const shown = `document.querySelectorAll('table.jobs[aria-busy=false] .row-link').length > 0`
  const others = `document.querySelectorAll('table.jobs tbody .status:not([data-status=${status}])').length === 0`
  return status === null ? shown : `${shown} && ${others}`
}

/** Milliseconds from an action to the frame after a condition holds. */
async function timeUntil(page: Page, action: string, condition: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const began = performance.now();
    ${action};
    do await new Promise(requestAnimationFrame)
    while (!(${condition}))
    await new Promise(requestAnimationFrame)
    return performance.now() - began
  })()`)
}
