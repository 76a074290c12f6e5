/** Uses all controls of the console. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

const LEFT_OUT = /^(?:Sign out|API reference|Skip to the content)$/

/** More than any view has. */
const MOST = 80

/** Uses every control in a part of a view, including those that other controls show. @param show shows the view */
export async function pressAll(page: Page, part: Locator, show: () => Promise<void>): Promise<void> {
  const controls = part.locator(
    ':is(button, select, input:not([type=file], [type=range])):enabled:visible, :is(a[href], summary):visible',
  )
  const pressed = new Set<string>()
  for (;;) {
    await show()
    await part.locator('h1, nav').first().waitFor()
    await part.locator('.skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' })
    const names = await controls.evaluateAll(
      (all: readonly { ariaLabel: string | null; textContent: string }[]) =>
        all.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent),
    )
    const next = names.findIndex((name) => !pressed.has(name))
    if (next < 0) return
    pressed.add(names[next] ?? '')
    assert.ok(pressed.size < MOST, [...pressed].join())
    await press(page, controls.nth(next))
  }
}

/** Uses a control and what it opens, except for those that end the session or leave the console. */
async function press(page: Page, control: Locator): Promise<void> {
  const name = (await control.getAttribute('aria-label')) ?? (await control.textContent()) ?? ''
  if (LEFT_OUT.test(name.trim())) return
  const link = await control.getAttribute('href')
  if (link !== null && (await control.getAttribute('download')) !== null) {
    const { status } = await page.evaluate<{ status: number }>(
      `fetch(${JSON.stringify(link)}).then(({ status }) => ({ status }))`,
    )
    assert.notEqual(status, 403, link)
    return
  }
  await control.click()
  // Waits until what it opens is drawn.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
  await fill(page)
  const dialog = page.locator('dialog[open], .popover')
  if ((await dialog.count()) === 0) return
  for (const text of await dialog.locator('input:not([type=checkbox], [type=radio])').all())
    await text.fill('x')
  // The last button of a dialog performs its action; a notice has buttons too.
  await dialog.locator('button:not(.notice button)').last().click()
  if ((await dialog.count()) > 0) await page.keyboard.press('Escape')
}

/** Types into the field that has the focus, if there is one. Fields of a dialog are filled before its last button is used. */
async function fill(page: Page): Promise<void> {
  const field = page.locator(':is(input[type=text], input:not([type]), textarea):focus:not(dialog *)')
  if ((await field.count()) === 0) return
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
}
