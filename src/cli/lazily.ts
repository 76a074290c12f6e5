/** An action that loads its modules when it runs, so that no command loads those of the others. */
export function lazily<Args extends unknown[]>(
  load: () => Promise<(...args: Args) => Promise<void>>,
): (...args: Args) => Promise<void> {
  return async (...args) => (await load())(...args)
}
