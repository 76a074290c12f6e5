/** Announcements of changes: to screen readers, and as notices that everyone sees for a while. */
import { signal } from '@preact/signals'

/** The text of the live region. */
export const announcement = signal('')

export interface Notice {
  readonly text: string
  readonly isError: boolean
  /** A button in the notice. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

/** The current notice, or null. */
export const notice = signal<Notice | null>(null)

/** Milliseconds for which a notice is shown. */
const SHOWN_MS = 6_000
/** The same for a notice with an action. */
const ACTION_MS = 20_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Announces a text to screen readers only. */
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

/** Runs an action, and shows a notice if it fails. @returns whether it succeeded */
export async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action()
    return true
  } catch (error) {
    notify((error as Error).message, { isError: true })
    return false
  }
}
