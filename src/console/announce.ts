/** What screen readers are told about a change, and, for a while, everyone. */
import { signal } from '@preact/signals'

/** The text of the live region. */
export const announcement = signal('')

export interface Notice {
  readonly text: string
  readonly isError: boolean
}

/** The notice that is shown; null for none. */
export const notice = signal<Notice | null>(null)

/** Milliseconds for which a notice is shown. */
const SHOWN_MS = 6_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Only for screen readers. */
export function announce(text: string): void {
  announcement.value = text
}

export function notify(text: string, { isError = false }: { isError?: boolean } = {}): void {
  notice.value = { text, isError }
  clearTimeout(timer)
  timer = setTimeout(() => (notice.value = null), SHOWN_MS)
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
