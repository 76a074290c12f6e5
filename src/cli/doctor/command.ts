import type { Command } from 'commander'
import { lazily } from '../lazily.ts'

/** Adds `scriptorium doctor`. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'check that the service can run here as it is configured, also beside it; exits with 1 if it cannot',
    )
    .option('--json', 'print a JSON object per line')
    .action(lazily(async () => (await import('./doctor.ts')).doctor))
}
