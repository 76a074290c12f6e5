/** `scriptorium users`: manages people, on the machine of the service. */
import { type Command, Option } from 'commander'
import { ROLES } from '../../contract/roles.ts'
import { invitationEnd } from '../arguments.ts'
import { lazily } from '../lazily.ts'

const WHO = ['<who>', 'id or e-mail address of the user'] as const

const roleOption = () =>
  new Option('-r, --role <role>', 'what the user may do there').choices(ROLES).makeOptionMandatory()

export function addUsers(program: Command): void {
  const users = program.command('users').description('manage people: their accounts, roles and devices')
  const commands = async () => import('./users.ts')
  users
    .command('list')
    .description('list all users, with a line for each of their accounts')
    .option('-a, --account <name>', 'only users of this account')
    .action(lazily(async () => (await commands()).listUsers))
  users
    .command('invite')
    .description('print a link that makes someone a member of an account; it can be accepted once')
    .argument('[email]', 'whom the link is for; a label only, nothing is sent')
    .option('-a, --account <name>', 'the account', 'default')
    .addOption(roleOption())
    .option(
      '-e, --expires <time>',
      'when it expires, such as 12h or 30d from now; 7d by default',
      invitationEnd,
    )
    .action(lazily(async () => (await commands()).inviteUser))
  users
    .command('role')
    .description('change the role of a member, at once')
    .argument(...WHO)
    .option('-a, --account <name>', 'the account', 'default')
    .addOption(roleOption())
    .action(lazily(async () => (await commands()).setRole))
  users
    .command('remove')
    .description(
      'remove a user from an account, with keys, devices and shares there; from all accounts without --account',
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
    .description('sign a user out of the console, on one device or all')
    .argument(...WHO)
    .argument('[device]', 'id of the device, as listed')
    .action(lazily(async () => (await commands()).signOut))
}
