import type { Output } from './terminal.ts'

/**
 * Says at the first start what the service key is, or where: what is no terminal may be kept, as a journal is, and read by others.
 * @param file that holds the key
 */
export function announceKey(output: Output, key: string, file: string): void {
  output.write(
    output.isTTY === true
      ? `Service key: ${key}\nIt is stored in ${file}.\n`
      : `A service key was generated: it is in ${file}.\n`,
  )
}
