/** The inputs of a command: the given files, folders and URLs. */
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join, parse, relative } from 'node:path'
import { extensionOf, fetchedFileName } from '../../platform/files/file-names.ts'
import { UsageError } from '../errors.ts'
import { systemSentence } from '../system-sentence.ts'

export interface Input {
  readonly type: 'file' | 'url' | 'stdin'
  /** The path or the URL; `-` for standard input. */
  readonly name: string
  /** The path of its output below the output folder, without an extension. */
  readonly stem: string
}

/** Files in a folder are transcribed if they have one of these extensions. A file that is given itself can have any. */
const EXTENSIONS = new Set(
  (
    '3gp aac ac3 aif aifc aiff amr ape asf au avi caf dts flac flv m2ts m4a m4b m4v mka mkv mov mp2 mp3 mp4 mpeg mpg ' +
    'mts oga ogg ogv opus ra rm spx tta wav wave webm wma wmv wv'
  ).split(' '),
)

/** Whether a file is audio or video, judged by its name. */
export const isAudioName = (name: string): boolean => EXTENSIONS.has(extensionOf(name))

/**
 * The inputs in the given order; files in folders by name.
 * @throws {UsageError} if there is nothing to transcribe
 */
export function findInputs(sources: readonly string[], isRecursive: boolean): Input[] {
  if (sources.length === 0)
    throw new UsageError('Give what to transcribe: files, folders, URLs, or - for standard input')
  return sources.flatMap((source): Input[] => {
    if (source === '-') return [standardInput()]
    if (/^https?:\/\//i.test(source)) return [{ type: 'url', name: source, stem: stemOf(source) }]
    if (statSync(source, { throwIfNoEntry: false })?.isDirectory() === true)
      return inFolder(source, isRecursive)
    return [{ type: 'file', name: source, stem: parse(source).name }]
  })
}

function standardInput(): Input {
  if (process.stdin.isTTY) throw new UsageError('-: standard input is a terminal; pipe audio into it')
  return { type: 'stdin', name: '-', stem: 'stdin' }
}

function stemOf(url: string): string {
  if (!URL.canParse(url)) throw new UsageError(`${url}: must be a valid URL`)
  return parse(fetchedFileName(new URL(url))).name
}

/** Hidden files and folders are left out. */
function inFolder(folder: string, isRecursive: boolean): Input[] {
  const paths = entriesOf(folder, isRecursive)
    .filter((entry) => !entry.isDirectory() && isAudioName(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|[/\\])\./.test(path))
    .toSorted()
  if (paths.length === 0) {
    const hint = isRecursive ? '' : '; --recursive searches its subfolders too'
    throw new UsageError(`${folder}: there are no audio or video files in this folder${hint}`)
  }
  return paths.map((path) => {
    const { dir, name } = parse(path)
    return { type: 'file', name: join(folder, path), stem: join(dir, name) }
  })
}

function entriesOf(folder: string, isRecursive: boolean): Dirent[] {
  try {
    return readdirSync(folder, { recursive: isRecursive, withFileTypes: true })
  } catch (error) {
    throw new UsageError(`${folder}: ${systemSentence(error)}`)
  }
}
