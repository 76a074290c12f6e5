/** What screen readers are told about a change, and, for a while, everyone. */
import { signal } from '@preact/signals'

/** The text of the live region. */
export const announcement = signal('')

export interface Notice {
  readonly text: string
  readonly isError: boolean
  /** What can be done about it. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

/** The notice that is shown; null for none. */
export const notice = signal<Notice | null>(null)

/** Milliseconds for which a notice is shown. */
const SHOWN_MS = 6_000
/** The same while something can be done about it. */
const ACTION_MS = 20_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Only for screen readers. */
export function announce(text: string): void {
  announcement.value = text
}

export function notify(
  text: string,
  { isError = false, action }: Partial<Pick<Notice, 'isError' | 'action'>> = {},
): void {
  notice.value = { text, isError, action }
  clearTimeout(timer)
  timer = setTimeout(() => (notice.value = null), action === undefined ? SHOWN_MS : ACTION_MS)
}

/** Does something, and tells everyone why if it fails. @returns whether it succeeded */
export async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action()
    return true
  } catch (error) {
    notify((error as Error).message, { isError: true })
    return false
  }
}
