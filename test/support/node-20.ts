/** Node.js 20, the oldest that the README and the client name, if it is installed. */
import { execFileSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

function versionOf(node: string): string {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return ''
  }
}

/** Its executable: the one in TEST_NODE_20, or the first on the PATH. */
export const NODE_20 = [
  process.env['TEST_NODE_20'] ?? '',
  ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node')),
].find((node) => node !== '' && versionOf(node).startsWith('v20.'))

/** Options of a test that needs it. */
export const onNode20 = { skip: NODE_20 === undefined && 'there is no Node.js 20: set TEST_NODE_20 to one' }
