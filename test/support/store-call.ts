/** Makes one call; `name` is that of the store and the method, followed by a comma and a variant if there are several. */
export type Call = <Value>(name: string, make: () => Promise<Value>) => Promise<Value>
