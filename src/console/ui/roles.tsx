/** Selects a role. */
import { type Role, ROLES } from '../../contract/roles.ts'
import { t } from '../languages/language.ts'
import { Select } from './fields.tsx'

interface RoleSelectProps {
  readonly id?: string
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string
  readonly value: Role
  /** The lowest role to choose from; by default, any. */
  readonly lowest?: Role | undefined
  readonly onChange: (role: Role) => void
}

export function RoleSelect({ lowest = 'viewer', onChange, ...props }: RoleSelectProps) {
  return (
    <Select
      options={ROLES.slice(ROLES.indexOf(lowest)).map((role) => [role, t().ui.roles[role]] as const)}
      onChange={(role) => onChange(role as Role)}
      {...props}
    />
  )
}
