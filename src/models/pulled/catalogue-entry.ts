/** A model that is pulled by its name: what it is for, and where its files are published. */
import { fileUrl, type Hub, type Revision } from './hub.ts'
import { type DescribedFile, modelDescription, type ModelDescription } from './model-description.ts'
import { ModelError } from './model-error.ts'

/** Why a licence must be accepted before a model is pulled, and where to read it. */
export interface Restriction {
  /** What the licence does, such as "forbids commercial use". */
  readonly says: string
  readonly url: string
}

/** A published measurement, in words, and the URL of its source. */
export interface PublishedFigure {
  readonly figure: string
  /** The percentage of wrong words, if the figure is for English read aloud. */
  readonly wordsWrong?: number
  readonly source: string
}

/** A repository of the hub and one of its commits; if omitted, the newest commit at the time of the pull. */
interface Source {
  readonly repository: string
  /** 40 hexadecimal digits. */
  readonly commit?: string
}

/** A file in the repository of its entry, or in another repository. */
export interface EntryFile {
  readonly path: string
  readonly source?: Source
  /** Bytes; approximate if there is no digest. */
  readonly size: number
  /** The required digest, whatever the commit; if omitted, the digest that the hub lists for the commit. */
  readonly sha256?: string
}

type EntryFor<Description extends ModelDescription> = Description extends ModelDescription
  ? Omit<Description, 'files'> & { readonly files: Readonly<Record<keyof Description['files'], EntryFile>> }
  : never

export type CatalogueEntry = EntryFor<ModelDescription> & {
  /** What the model is good for, in one line. */
  readonly about: string
  readonly source: Source
  /** Set if the licence forbids commercial use, or some of it. */
  readonly restriction?: Restriction
  /** Published measurements. */
  readonly published: readonly PublishedFigure[]
}

/** Bytes to be downloaded. */
export function expectedSize({ files }: CatalogueEntry): number {
  return Object.values<EntryFile>(files).reduce((sum, { size }) => sum + size, 0)
}

/**
 * Describes an entry with its own digests, else with those of an earlier pull, else with those of the hub.
 * @param known - the description of an earlier pull of the entry, complete or not
 * @throws {ModelError} if the hub is needed but does not have the files
 */
export async function describeEntry(
  entry: CatalogueEntry,
  hub: Hub,
  known: ModelDescription | null,
): Promise<ModelDescription> {
  const { about: _about, source, restriction: _restriction, published: _published, files, ...model } = entry
  const sourced = Object.entries<EntryFile>(files).map(([name, file]) => [name, { source, ...file }] as const)
  const before: Readonly<Record<string, DescribedFile>> = known?.files ?? {}
  const described = new Map<string, DescribedFile>()
  for (const [name, file] of sourced) {
    const own = pinned(file) ?? (isOf(file, before[name]) ? before[name] : undefined)
    if (own !== undefined) described.set(name, own)
  }
  if (described.size < sourced.length) {
    // Everything that is not pinned, so that the files of a repository come from one commit.
    const published = new PublishedFiles(hub)
    for (const [name, file] of sourced) described.set(name, pinned(file) ?? (await published.describe(file)))
  }
  return modelDescription.parse({ ...model, files: Object.fromEntries(described) })
}

type SourcedFile = EntryFile & { readonly source: Source }

function pinned({ source: { repository, commit }, path, size, sha256 }: SourcedFile): DescribedFile | null {
  if (commit === undefined || sha256 === undefined) return null
  return { url: fileUrl(repository, commit, path), size, sha256 }
}

const ANY_COMMIT = '[0-9a-f]{40}'

/**
 * Returns true if an earlier pull had the file that an entry names: of the same commit and with the same digest, if the
 * entry names them.
 */
function isOf(
  { source: { repository, commit }, path, sha256 }: SourcedFile,
  before: DescribedFile | undefined,
): boolean {
  const url = fileUrl(repository, commit ?? '@', path)
  const [start = '', end = ''] = commit === undefined ? url.split('/@/') : [url]
  const pattern =
    commit === undefined ? `${RegExp.escape(start)}/${ANY_COMMIT}/${RegExp.escape(end)}` : RegExp.escape(url)
  if (before === undefined || before.sha256 !== (sha256 ?? before.sha256)) return false
  return new RegExp(`^${pattern}$`).test(before.url)
}

/** Asks for each repository once. */
class PublishedFiles {
  readonly #hub: Hub
  readonly #repositories = new Map<string, Promise<[Revision, Awaited<ReturnType<Hub['files']>>]>>()

  constructor(hub: Hub) {
    this.#hub = hub
  }

  async describe({ source, path, sha256 }: SourcedFile): Promise<DescribedFile> {
    const key = JSON.stringify(source)
    const found = this.#repositories.get(key) ?? this.#list(source)
    this.#repositories.set(key, found)
    const [revision, files] = await found
    const file = files.find((one) => one.path === path)
    const where = `in commit ${revision.commit} of ${revision.repository}, see ${this.#hub.pageOf(revision.repository)}`
    if (file === undefined) throw new ModelError(`There is no ${path} ${where}`)
    const described = await this.#hub.describe(revision, file)
    if (sha256 === undefined || described.sha256 === sha256) return described
    throw new ModelError(
      `${path} is not the file of the catalogue ${where}: its SHA-256 is ${described.sha256}, not ${sha256}`,
    )
  }

  async #list({ repository, commit }: Source): Promise<[Revision, Awaited<ReturnType<Hub['files']>>]> {
    const revision = await this.#hub.revision(repository, commit)
    return [revision, await this.#hub.files(revision)]
  }
}
