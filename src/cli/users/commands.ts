/** `scriptorium users`: people, on the machine of the service. */
import { type Command, Option } from 'commander'
import { ROLES } from '../../contract/roles.ts'
import { invitationEnd } from '../arguments.ts'
import { lazily } from '../lazily.ts'

const WHO = ['<who>', 'id of the user, or address of e-mail'] as const

const roleOption = () =>
  new Option('-r, --role <role>', 'what they may do there').choices(ROLES).makeOptionMandatory()

export function addUsers(program: Command): void {
  const users = program.command('users').description('manage people: their accounts, roles and devices')
  const commands = async () => import('./users.ts')
  users
    .command('list')
    .description('list all users, a line for each account of theirs')
    .option('-a, --account <name>', 'those of this account')
    .action(lazily(async () => (await commands()).listUsers))
  users
    .command('invite')
    .description('print a link by which somebody becomes a member of an account; it can be accepted once')
    .argument('[email]', 'whom it is for: a label, to which nothing is sent')
    .option('-a, --account <name>', 'the account', 'default')
    .addOption(roleOption())
    .option(
      '-e, --expires <time>',
      'when it is refused from, such as 12h or 30d from now; 7d by default',
      invitationEnd,
    )
    .action(lazily(async () => (await commands()).inviteUser))
  users
    .command('role')
    .description('give a member another role, at once')
    .argument(...WHO)
    .option('-a, --account <name>', 'the account', 'default')
    .addOption(roleOption())
    .action(lazily(async () => (await commands()).setRole))
  users
    .command('remove')
    .description(
      'take an account from a user, with keys, devices and shares there; without --account, all of them',
    )
    .argument(...WHO)
    .option('-a, --account <name>', 'the account')
    .action(lazily(async () => (await commands()).removeUser))
  users
    .command('devices')
    .description('list where a user is signed in to the console')
    .argument(...WHO)
    .action(lazily(async () => (await commands()).listDevices))
  users
    .command('sign-out')
    .description('sign a user out, of a device or of all')
    .argument(...WHO)
    .argument('[device]', 'id of the device, as listed')
    .action(lazily(async () => (await commands()).signOut))
}
