/** A model hub with the HTTP API of Hugging Face: commits of repositories, with their licences, files and digests. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { FetchError } from '../../platform/net/fetch-error.ts'
import type { FetchedResponse, GuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { fetchFailure } from './fetch-failure.ts'
import type { DescribedFile } from './model-description.ts'
import { ModelError } from './model-error.ts'

/** Hubs store larger files by their SHA-256 (Git LFS). */
const MAX_PLAIN_BYTES = 32e6
const MAX_ANSWER_BYTES = 16e6
const TOTAL_TIMEOUT = 5 * 60_000
/** The most pages of a list of files; each has about 1,000 files. */
const MAX_PAGES = 100

/** A digest of git, or of Git LFS. */
const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`))

/** Cards are written by hand, so whatever cannot be parsed counts as absent. */
const card = z.object({
  license: z
    .union([z.string(), z.array(z.string()).transform((licences) => licences.join(' and '))])
    .nullish()
    .catch(null),
  license_name: z.string().nullish().catch(null),
  language: z
    .union([z.string().transform((language) => [language]), z.array(z.string())])
    .nullish()
    .catch(null),
})

const revisionAnswer = z.object({
  sha: hex(40),
  /** `auto` or `manual`: how the authors grant access to those who accept their terms. */
  gated: z.union([z.boolean(), z.string()]).nullish(),
  cardData: card.nullish().catch(null),
})

const treeAnswer = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.int().nonnegative(),
    oid: hex(40),
    lfs: z.object({ oid: hex(64), size: z.int().nonnegative() }).nullish(),
  }),
)

/** A commit of a repository, and what its card says. */
export interface Revision {
  readonly repository: string
  /** 40 hexadecimal digits. */
  readonly commit: string
  /** As the card spells it; null if it names none. */
  readonly licence: string | null
  /** As the card spells them. */
  readonly languages: readonly string[]
}

/** A file of a commit. */
interface PublishedFile {
  readonly path: string
  readonly size: number
  /** The SHA-256 of a large file. For a small file, the hub only knows git's blob digest. */
  readonly digest: { readonly sha256: string } | { readonly gitBlob: string }
}

export interface HubOptions {
  /** The URL of the hub. */
  readonly base: string
  readonly fetch: GuardedFetch
  /** A token of an account that has accepted the licences of gated repositories. Sent only to the hub. */
  readonly token: string | null
}

export class Hub {
  readonly #options: HubOptions
  readonly #base: string

  constructor(options: HubOptions) {
    this.#options = options
    this.#base = options.base.endsWith('/') ? options.base.slice(0, -1) : options.base
  }

  /** The page of a repository for people. */
  pageOf(repository: string): string {
    return `${this.#base}/${repository}`
  }

  /**
   * @param name - a commit, tag or branch
   * @throws {ModelError} if there is no such repository or revision, or it may not be downloaded
   */
  async revision(repository: string, name = 'main'): Promise<Revision> {
    const answer = await this.#revision(repository, name).catch(async (error: Error) => {
      throw this.#isAbsent(error) ? await this.#absence(repository, name, error) : error
    })
    const { sha, gated, cardData } = answer
    if (typeof gated === 'string' && this.#options.token === null) throw this.#gated(repository)
    const { license, license_name: ownName, language } = cardData ?? {}
    // A custom licence is called "other".
    const licence = license === 'other' ? ownName : license
    return { repository, commit: sha, licence: licence || null, languages: language ?? [] }
  }

  /** The files of a commit. @throws {ModelError} */
  async files({ repository, commit }: Pick<Revision, 'repository' | 'commit'>): Promise<PublishedFile[]> {
    const files: PublishedFile[] = []
    let query: string | null = '?recursive=true'
    for (let page = 1; query !== null; page++) {
      if (page > MAX_PAGES) throw new ModelError(`${repository} has too many files to be a model`)
      const url: string = `${this.#base}/api/models/${repository}/tree/${commit}${query}`
      const { answer, next }: { answer: z.infer<typeof treeAnswer>; next: string | null } = await this.#json(
        repository,
        url,
        treeAnswer,
      )
      for (const { type, path, size, oid, lfs } of answer)
        if (type === 'file')
          files.push({
            path,
            size: lfs?.size ?? size,
            digest: lfs ? { sha256: lfs.oid } : { gitBlob: oid },
          })
      query = next
    }
    return files
  }

  /**
   * Describes a file of a commit so that it is downloaded with its digest. For this, a small file is read.
   * @throws {ModelError} if it cannot be read, or differs from the commit
   */
  async describe(
    { repository, commit }: Pick<Revision, 'repository' | 'commit'>,
    { path, size, digest }: PublishedFile,
  ): Promise<DescribedFile> {
    const url = fileUrl(repository, commit, path)
    if ('sha256' in digest) return { url, size, sha256: digest.sha256 }
    const bytes = await this.#read(repository, `${this.#base}/${url}`, MAX_PLAIN_BYTES, bytesOf)
    const found = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
    if (found !== digest.gitBlob)
      throw new ModelError(
        `${this.#base}/${url} is not the file of this commit: its git digest is ${found}, not ${digest.gitBlob}`,
      )
    return { url, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }

  async #revision(repository: string, name: string): Promise<z.infer<typeof revisionAnswer>> {
    const url = `${this.#base}/api/models/${repository}/revision/${encodeURIComponent(name)}`
    return (await this.#json(repository, url, revisionAnswer)).answer
  }

  #isAbsent({ cause }: Error): boolean {
    // Without a token, hubs answer 401 for missing repositories as for private ones.
    const isUnknown = cause instanceof FetchError && cause.status === 401 && this.#options.token === null
    return isUnknown || (cause instanceof FetchError && cause.status === 404)
  }

  /** Finds out whether the repository or the revision is missing, because hubs answer alike for both. */
  async #absence(repository: string, name: string, cause: unknown): Promise<ModelError> {
    const { host } = new URL(this.#base)
    try {
      if (name !== 'main') {
        const { sha } = await this.#revision(repository, 'main')
        return new ModelError(
          `${repository} has no commit ${name} on ${host}: its newest is ${sha}, see ${this.pageOf(repository)}`,
          { cause },
        )
      }
    } catch {
      // Its main branch does not exist either.
    }
    return new ModelError(
      `There is no repository ${repository} on ${host}, or it is private (MODELS_TOKEN), or ${host} is a mirror without ` +
        'the API of a model hub (MODELS_URL)',
      { cause },
    )
  }

  #gated(repository: string, cause?: unknown): ModelError {
    const page = this.pageOf(repository)
    return new ModelError(
      `${repository} is only available to accounts that accepted its licence: accept it at ${page}, and set MODELS_TOKEN ` +
        'to an access token of that account',
      { cause },
    )
  }

  #failure(error: unknown, repository: string, url: string): unknown {
    if (!(error instanceof FetchError)) return error
    if (error.status === 401 || error.status === 403) return this.#gated(repository, error)
    const { host } = new URL(url)
    if (error.status === 429)
      return new ModelError(
        `${host} limits the requests of this machine: try again in a few minutes, or set MODELS_TOKEN`,
        { cause: error },
      )
    return fetchFailure(error, url, 'try again later')
  }

  async #json<T>(
    repository: string,
    url: string,
    schema: z.ZodType<T>,
  ): Promise<{ answer: T; next: string | null }> {
    return this.#read(repository, url, MAX_ANSWER_BYTES, async (response) => {
      const text = (await bytesOf(response)).toString()
      const { success, data } = schema.safeParse(parsed(text))
      if (success) return { answer: data, next: nextPage(response.headers.link) }
      throw new ModelError(
        `${new URL(url).host} does not answer like a model hub: MODELS_URL must be one, or a mirror with its API`,
      )
    })
  }

  async #read<T>(
    repository: string,
    url: string,
    maxBytes: number,
    consume: (response: FetchedResponse) => Promise<T>,
  ): Promise<T> {
    const { fetch } = this.#options
    try {
      return await fetch(url, { maxBytes, totalTimeout: TOTAL_TIMEOUT }, consume)
    } catch (error) {
      throw this.#failure(error, repository, url)
    }
  }
}

/** A fetch that sends the token to the hub and to no other server. */
export function authorised(
  fetch: GuardedFetch,
  { base, token }: Pick<HubOptions, 'base' | 'token'>,
): GuardedFetch {
  if (token === null) return fetch
  const { origin } = new URL(base)
  return async (url, options, consume) => {
    if (URL.parse(url)?.origin !== origin) return fetch(url, options, consume)
    try {
      return await fetch(url, { ...options, authorization: `Bearer ${token}` }, consume)
    } catch (cause) {
      if (!(cause instanceof FetchError) || cause.status !== 401) throw cause
      throw new ModelError(`MODELS_TOKEN is not accepted by ${new URL(base).host}`, { cause })
    }
  }
}

/** Relative to the URL of the hub. */
export function fileUrl(repository: string, commit: string, path: string): string {
  return `${repository}/resolve/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** The repository and commit in the URL of a file on the hub; null for any other URL. */
export function repositoryOf(url: string): { repository: string; commit: string } | null {
  const { repository = '', commit = '' } = FILE_URL.exec(url)?.groups ?? {}
  return repository === '' ? null : { repository, commit }
}

const FILE_URL = /^(?<repository>[\w.-]+\/[\w.-]+)\/resolve\/(?<commit>[0-9a-f]{40})\//

/** The query of the next page. Only the query is used, so that no page is requested from another server. */
function nextPage(link: string | string[] | undefined): string | null {
  const links = [link].flat().join().replaceAll(' ', '').split(',')
  const next = links.find((one) => /;rel="?next"?(?:;|$)/.test(one))
  const url = next?.slice(next.indexOf('<') + 1, next.indexOf('>'))
  return url === undefined ? null : (URL.parse(url, 'https://localhost')?.search ?? null)
}

async function bytesOf({ body }: FetchedResponse): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(body))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
