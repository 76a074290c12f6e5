import type { Delivery, DeliveryFilters, Scriptorium } from '../../../clients/typescript/src/index.ts'
import { CommandError } from '../errors.ts'
import { type Column, tableOf } from '../table.ts'
import { forEach } from './failure.ts'
import { age } from './formatting.ts'
import { forward, jobOf } from './forward.ts'
import type { Io } from './io.ts'
import { type PageOptions, pageSize, printSome } from './list-jobs.ts'

const COLUMNS: readonly Column[] = [['ID', 40], ['STATE', 9], ['LAST', 4], ['AGE', 6], ['EVENT', 21], ['URL']]

interface ListOptions extends PageOptions {
  readonly state?: Delivery['state']
  readonly job?: string
}

/** Prints the newest callbacks of the account. */
export async function listCallbacks(io: Io, client: Scriptorium, options: ListOptions): Promise<void> {
  const { state, job, json } = options
  const limit = options.all === true ? Infinity : options.limit
  const filters: DeliveryFilters = {
    limit: pageSize(limit),
    ...(state !== undefined && { state }),
    ...(job !== undefined && { job_id: job }),
  }
  const found = client.deliveries(filters, { signal: io.interrupted })
  if (json === true) {
    await printSome(io, found, limit, (one) => io.stdout.write(`${JSON.stringify(one)}\n`))
    return
  }
  const print = tableOf(io.stdout, COLUMNS)
  const count = await printSome(io, found, limit, (one) => print(cellsOf(one)))
  const isFiltered = (state ?? job) !== undefined
  if (count === 0) io.stderr.write(isFiltered ? 'No callbacks match.\n' : 'There are no callbacks.\n')
}

function cellsOf({ id, state, event, created_at: created, attempts, url }: Delivery): string[] {
  const last = attempts.at(-1)
  const outcome = last === undefined ? '' : String(last.status ?? 'none')
  return [id, state, outcome, age(created), event, url]
}

/** Makes the service send callbacks again, or sends them from here to another URL. */
export async function redeliver(
  io: Io,
  client: Scriptorium,
  ids: readonly string[],
  { to }: { readonly to?: string },
): Promise<void> {
  await forEach(io, ids, String, async (id) => {
    const outcome = to === undefined ? await sendAgain(io, client, id) : await sendTo(io, client, id, to)
    io.stdout.write(`${id}  ${outcome}\n`)
  })
}

async function sendAgain({ interrupted: signal }: Io, client: Scriptorium, id: string): Promise<string> {
  const { state } = await client.redeliver(jobOf(id), id, { signal })
  return state
}

async function sendTo(
  { interrupted: signal }: Io,
  client: Scriptorium,
  id: string,
  url: string,
): Promise<number> {
  for await (const delivery of client.deliveries(
    { job_id: jobOf(id), limit: pageSize(Infinity) },
    { signal },
  ))
    if (delivery.id === id) return forward(client, delivery, url, signal)
  throw new CommandError('there is no such callback: see "scriptorium callbacks list"')
}
