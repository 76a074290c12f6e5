/** Makes one call; `name` is the store's and the method's, and after a comma which form it is. */
export type Call = <Value>(name: string, make: () => Promise<Value>) => Promise<Value>
