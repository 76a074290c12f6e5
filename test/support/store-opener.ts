/** A program that opens the given store when its parent sends a message, and reports the outcome. */
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { dialectOf, type StorePlace } from './store-place.ts'

const place = JSON.parse(process.argv[2] ?? '') as StorePlace

async function open(): Promise<string> {
  try {
    await (await openTestStore(dialectOf(place))).close()
    return 'opened'
  } catch (error) {
    return String(error)
  }
}

process.once('message', () => {
  void open().then((outcome) => process.send?.(outcome, () => process.disconnect()))
})
process.send?.('ready')
