import { access, constants } from 'node:fs/promises'

/** Whether this user may write a file or folder. */
export async function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  )
}
