import { t } from '../../languages/language.ts'
import { useTitle } from '../../router.ts'
import { may } from '../../sign-in.ts'
import { LimitsPanel } from './limits-panel.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { ServiceState } from './service-state.tsx'
import { UsagePanel } from './usage-panel.tsx'
import './system.css'

/** What the account uses, and for admins the state of the service. */
export function SystemScreen() {
  const title = t().shell.screens.system
  useTitle(title)
  return (
    <>
      <div class="page-header">
        <h1>{title}</h1>
      </div>
      <UsagePanel />
      <div class="system-state">
        <LimitsPanel />
        <RetentionPanel />
        {may('admin') && <ServiceState />}
      </div>
    </>
  )
}
