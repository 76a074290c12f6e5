/** Settings documents that all users of an account share. */
import type { SettingName } from '../contract/settings.ts'
import { getVersion, put, ScriptoriumError } from './api.ts'

/** Attempts to change a document that others are changing at the same time. */
const ATTEMPTS = 3

/**
 * Changes the newest version of a document.
 * @returns the document after the change
 * @throws {ScriptoriumError} if it cannot be changed
 */
export async function changeSetting<Value extends object>(
  name: SettingName,
  change: (value: Value) => Value,
): Promise<Value> {
  const path = `v2/settings/${name}`
  for (let attempt = 1; ; attempt++) {
    const { value, etag } = await getVersion<Value>(path, null)
    try {
      return (await put<Value>(path, change(value), etag ?? undefined)).value
    } catch (error) {
      const isChanged = error instanceof ScriptoriumError && error.status === 412
      if (!isChanged || attempt === ATTEMPTS) throw error
    }
  }
}
