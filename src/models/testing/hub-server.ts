/**
 * A model hub with the parts of Hugging Face's API that a pull uses: commits, paged lists of files, licences, access
 * tokens.
 */
import { createHash } from 'node:crypto'
import type { Test } from '../../platform/net/testing/loopback-server.ts'
import { type Fault, type FileServer, serveFiles, type Special } from './file-server.ts'

export interface HubRepository {
  /** By commit, oldest first: files by path. */
  readonly commits: Readonly<Record<string, Readonly<Record<string, Buffer>>>>
  /** The metadata of its card. */
  readonly card?: object
  /** The token that is required to read it. */
  readonly token?: string
}

export interface HubServer extends FileServer {
  /** The server to which large files are redirected. */
  readonly store: FileServer
}

/** Larger files than this, in bytes, are stored by SHA-256 on another server. */
const LARGE = 1000
const FILES_PER_PAGE = 2

/**
 * Listens until the test ends.
 * @param repositories - by name
 * @param faults - of the requests for large files, in turn
 */
export async function serveHub(
  t: Test,
  repositories: Readonly<Record<string, HubRepository>>,
  faults: readonly Fault[] = [],
): Promise<HubServer> {
  const large = Object.values(repositories).flatMap(({ commits }) =>
    Object.values(commits).flatMap(largeFiles),
  )
  const store = await serveFiles(t, Object.fromEntries(large), faults)
  const answers = new Map<string, Buffer>()
  const specials: Record<string, Special> = {}
  for (const [name, { commits, card, token }] of Object.entries(repositories)) {
    const authorization = token === undefined ? undefined : `Bearer ${token}`
    const newest = Object.keys(commits).at(-1)
    for (const [sha, files] of Object.entries(commits)) {
      const about = json({
        id: name,
        sha,
        gated: token === undefined ? false : 'auto',
        cardData: card,
        siblings: [],
      })
      for (const revision of sha === newest ? [sha, 'main'] : [sha])
        answers.set(`/api/models/${name}/revision/${revision}`, about)
      for (const [path, bytes, next] of pagesOf(`/api/models/${name}/tree/${sha}`, files)) {
        answers.set(path, bytes)
        specials[path] = {
          authorization,
          headers: next === null ? {} : { link: `<https://hub.example${next}>; rel="next"` },
        }
      }
      for (const [path, bytes] of Object.entries(files)) {
        const at = `/${name}/resolve/${sha}/${path.split('/').map(encodeURIComponent).join('/')}`
        answers.set(at, bytes)
        specials[at] = { authorization, ...(isLarge(bytes) && { redirect: `${store.url}/${sha256(bytes)}` }) }
      }
    }
  }
  const server = await serveFiles(t, Object.fromEntries(answers), [], specials)
  return { ...server, store }
}

function largeFiles(files: Readonly<Record<string, Buffer>>): [string, Buffer][] {
  return Object.values(files)
    .filter(isLarge)
    .map((bytes) => [`/${sha256(bytes)}`, bytes])
}

/** The paged list of files: the path of each page, its answer, and the path of the next. */
function pagesOf(tree: string, files: Readonly<Record<string, Buffer>>): [string, Buffer, string | null][] {
  const folders = new Set(Object.keys(files).flatMap((path) => path.split('/').slice(0, -1)))
  const entries = [
    ...[...folders].map((path) => ({ type: 'directory', oid: '0'.repeat(40), size: 0, path })),
    ...Object.entries(files).map(([path, bytes]) => ({
      type: 'file',
      path,
      size: bytes.length,
      // For a large file, the digest of its pointer.
      oid: isLarge(bytes) ? 'f'.repeat(40) : gitBlob(bytes),
      ...(isLarge(bytes) && { lfs: { oid: sha256(bytes), size: bytes.length, pointerSize: 134 } }),
    })),
  ]
  const pathOf = (page: number) => `${tree}?recursive=true${page === 0 ? '' : `&cursor=${page}`}`
  const count = Math.max(1, Math.ceil(entries.length / FILES_PER_PAGE))
  return Array.from({ length: count }, (_, page) => [
    pathOf(page),
    json(entries.slice(page * FILES_PER_PAGE, (page + 1) * FILES_PER_PAGE)),
    page + 1 < count ? pathOf(page + 1) : null,
  ])
}

const isLarge = ({ length }: Buffer) => length >= LARGE
const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const gitBlob = (bytes: Buffer) =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
