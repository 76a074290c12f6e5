/** What roles are called, what they may do, and the choice of one. */
import { type Role, ROLES } from '../../contract/roles.ts'
import { Select } from './fields.tsx'

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Admin',
}

export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  viewer: 'A viewer sees and hears all jobs of the account, and changes nothing.',
  editor: 'An editor sees and changes all jobs of the account: transcribes, records, edits and deletes.',
  admin: 'An admin may do everything in the account, and manages its members and keys.',
}

interface RoleSelectProps {
  readonly id?: string
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string
  readonly value: Role
  /** The lowest that can be chosen: by default, any. */
  readonly lowest?: Role | undefined
  readonly onChange: (role: Role) => void
}

export function RoleSelect({ lowest = 'viewer', onChange, ...props }: RoleSelectProps) {
  return (
    <Select
      options={ROLES.slice(ROLES.indexOf(lowest)).map((role) => [role, ROLE_LABELS[role]] as const)}
      onChange={(role) => onChange(role as Role)}
      {...props}
    />
  )
}
