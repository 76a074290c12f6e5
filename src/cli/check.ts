import { tmpdir } from 'node:os'
import { type Config, readConfig } from '../service/config.ts'
import type { AudioFiles } from '../platform/files/audio-files.ts'
import { DiskAudioFiles } from '../platform/files/disk-audio-files.ts'
import { audioFolder, openBucket } from '../service/files.ts'
import type { Finding } from '../store/check/check.ts'
import { checkStore } from '../store/check/check-store.ts'
import { database, databaseAddress } from '../store/configured-database.ts'
import { unusableDatabase } from '../store/unusable-database.ts'

interface CheckOptions {
  readonly repair?: true
  readonly json?: true
}

/** Prints a line for each fault in the stored data, then a summary. The exit code is 1 if a fault is left. */
export async function check(options: CheckOptions): Promise<void> {
  const config = readConfig(process.env)
  const { storage } = config
  await using opened = new AsyncDisposableStack()
  try {
    const dialect = database(storage, { readOnly: true })
    opened.defer(async () => dialect.db.destroy())
    const repair = options.repair === true ? database(storage) : null
    opened.defer(async () => repair?.db.destroy())
    const files = await openAudio(config, opened, options)
    const [found, repaired] = await print(checkStore({ dialect, files, repair }), options)
    if (found > repaired) process.exitCode = 1
  } catch (error) {
    throw unusableDatabase(error, databaseAddress(storage))
  }
}

async function openAudio(
  config: Config,
  opened: AsyncDisposableStack,
  { repair }: CheckOptions,
): Promise<AudioFiles> {
  if (config.storage.s3 === null) return DiskAudioFiles.existing(audioFolder(config))
  return opened.adopt(await openBucket(config, tmpdir(), { readOnly: repair !== true }), (bucket) =>
    bucket.close(),
  )
}

/** @returns how many findings there are, and how many of them were repaired */
async function print(
  findings: AsyncIterable<Finding>,
  { json }: CheckOptions,
): Promise<[found: number, repaired: number]> {
  const say = (object: object, text: string) =>
    process.stdout.write(`${json === true ? JSON.stringify(object) : text}\n`)
  let [found, repaired, repairable] = [0, 0, 0]
  for await (const finding of findings) {
    found++
    if (finding.isRepaired) repaired++
    else if (finding.isRepairable) repairable++
    const { isRepairable, isRepaired, ...rest } = finding
    say({ ...rest, repairable: isRepairable, repaired: isRepaired }, lineOf(finding))
  }
  const hint = repairable === 0 ? '' : `; "scriptorium check --repair" repairs ${repairable}`
  say({ found, repaired }, found === 0 ? 'Nothing is wrong.' : `${found} found, ${repaired} repaired${hint}.`)
  return [found, repaired]
}

function lineOf({ check: name, account, fault, remedy, isRepaired }: Finding): string {
  const place = account === null ? name : `${name} of ${account}`
  return `${place}: ${fault}; ${isRepaired ? 'repaired' : 'to do'}: ${remedy}`
}
