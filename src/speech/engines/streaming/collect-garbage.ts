/** Collects the garbage of this thread. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Only collection frees what the library has allocated, megabytes for each stream, of which V8 knows nothing: it would not collect for hours.
setFlagsFromString('--expose-gc')

export const collectGarbage = runInNewContext('gc') as () => void
