/** Loads something on first use, and again after a failure. */
export function loadedOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return async () => {
    loaded ??= load()
    try {
      return await loaded
    } catch (error) {
      loaded = undefined
      throw error
    }
  }
}
