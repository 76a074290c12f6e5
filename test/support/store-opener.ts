/** A program: opens the store of the place it is forked with when its parent says so, and says how that ended. */
import { openStore } from '../../src/store/open-store.ts'
import { dialectOf, type StorePlace } from './store-place.ts'

const place = JSON.parse(process.argv[2] ?? '') as StorePlace

async function open(): Promise<string> {
  try {
    await (await openStore(dialectOf(place))).close()
    return 'opened'
  } catch (error) {
    return String(error)
  }
}

process.once('message', () => {
  void open().then((said) => process.send?.(said, () => process.disconnect()))
})
process.send?.('ready')
