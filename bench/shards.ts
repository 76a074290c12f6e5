/**
 * Estimates the load on several PostgreSQL servers that share the accounts of many nodes and jobs: `node bench/shards.ts
 * --nodes 1000 --jobs 1000000000`. It calculates, and simulates which account is where, but measures nothing. The
 * constants come from docs/scaling.md and docs/performance.md.
 */
import { parseArgs } from 'node:util'
import { random } from './list/random.ts'

const { values: flags } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1000' },
    jobs: { type: 'string', default: '1000000000' },
    accounts: { type: 'string', default: '10000' },
    servers: { type: 'string', default: '1,4,16,64' },
  },
})
const [nodes, jobs, accounts] = [flags.nodes, flags.jobs, flags.accounts].map(Number) as [
  number,
  number,
  number,
]

/** Bytes of a job with its result: a million jobs take 2 to 3 GB. */
const BYTES = 2_500
/** `DATABASE_CONNECTIONS` of a node that works, plus its two other connections. */
const CONNECTIONS = 4 + 2
/** Statements of a node per server: it asks for work at both stages and for cancellations, and extends its lease. */
const STATEMENTS_PER_SECOND = 4
/** Jobs of one minute of audio that a recogniser finishes per second, and the recognisers of a node. */
const ENDED_PER_SECOND = 0.35
const RECOGNISERS = 2
/** How often all slots are refilled in the simulation of fairness. */
const ROUNDS = 200

/** The k-th largest account has 1/k of the jobs of the largest (Zipf). */
const sizes = Array.from({ length: accounts }, (_, i) => 1 / (i + 1))
const total = sizes.reduce((sum, size) => sum + size, 0)

console.table(
  Object.fromEntries(flags.servers.split(',').map((servers) => [`${servers} servers`, of(Number(servers))])),
)

function of(servers: number): Record<string, string> {
  const shares = Array.from({ length: servers }, () => 0)
  const rng = random(7)
  const serverOf = sizes.map(() => rng.below(servers))
  for (const [i, size] of sizes.entries()) shares[serverOf[i] ?? 0]! += size / total
  const largest = Math.max(...shares)
  const ended = nodes * RECOGNISERS * ENDED_PER_SECOND
  return {
    'jobs of the largest': round(largest * jobs),
    'TB of it': ((largest * jobs * BYTES) / 1e12).toFixed(2),
    'times the mean': (largest * servers).toFixed(1),
    'jobs/s of it': (largest * ended).toFixed(0),
    'connections of each, if every node asks all': round(nodes * CONNECTIONS),
    'idle statements/s of each, likewise': round(nodes * STATEMENTS_PER_SECOND),
    'connections of each, if a node asks two': round((nodes * Math.min(2, servers) * CONNECTIONS) / servers),
    'slots of the account with most, of 100 accounts': unfairness(serverOf, servers),
  }
}

/**
 * A free slot asks a random server, which gives it to its account with the fewest jobs in progress. With 100 accounts
 * that always have waiting jobs and 400 slots, one server would give each account 4.
 */
function unfairness(serverOf: readonly number[], servers: number): string {
  const rng = random(11)
  const running = Array.from({ length: 100 }, () => 0)
  const accountsOf = Array.from({ length: servers }, (_, server) =>
    running.flatMap((_slots, i) => (serverOf[i] === server ? [i] : [])),
  )
  const give = () => {
    const busy = accountsOf.filter((list) => list.length > 0)
    const list = busy[rng.below(busy.length)] ?? []
    const least = list.toSorted((a, b) => running[a]! - running[b]!)[0] ?? 0
    running[least]!++
    return least
  }
  const slots = Array.from({ length: 400 }, give)
  for (let again = 0; again < ROUNDS; again++)
    for (let i = 0; i < slots.length; i++) {
      running[slots[i]!]!--
      slots[i] = give()
    }
  return String(Math.max(...running))
}

function round(value: number): string {
  return Math.round(value).toLocaleString('en')
}
