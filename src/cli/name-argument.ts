import { InvalidArgumentError } from 'commander'

/** The name of a new key or account, which a list can show. */
export function nameArgument(text: string): string {
  const name = text.trim()
  if (/^\P{Cc}{1,100}$/u.test(name)) return name
  throw new InvalidArgumentError('Give 1 to 100 characters, none of them control characters.')
}
