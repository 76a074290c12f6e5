import { t } from '../../languages/language.ts'
import type { Messages } from '../../languages/en.ts'
import { useTitle } from '../../router.ts'
import { isOperator, may } from '../../sign-in.ts'
import { shownTab, type Tab, Tabs } from '../../ui/tabs.tsx'
import { AccountsPanel } from './accounts-panel.tsx'
import { ActivityPanel } from './activity-panel.tsx'
import { LimitsPanel } from './limits-panel.tsx'
import { ModelsPanel } from './models/models-panel.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { ServiceState } from './service-state.tsx'
import { UsagePanel } from './usage-panel.tsx'
import './system.css'

type SystemTab = Tab<keyof Messages['system']['tabs']>

/** The usage and limits of the account; for operators, the whole service. */
export function SystemScreen() {
  const title = t().shell.screens.system
  useTitle(title)
  const tabs: readonly SystemTab[] = [
    { name: 'usage', content: () => <Usage /> },
    ...(may('admin') ? ([{ name: 'activity', content: () => <ActivityPanel /> }] as const) : []),
    ...(isOperator()
      ? ([
          { name: 'service', content: () => <ServiceState /> },
          { name: 'models', content: () => <ModelsPanel /> },
          { name: 'accounts', content: () => <AccountsPanel /> },
        ] as const)
      : []),
  ]
  return (
    <>
      <div class="page-header">
        <h1>{title}</h1>
      </div>
      {tabs.length > 1 && <Tabs label={t().system.parts} labels={t().system.tabs} tabs={tabs} />}
      <div class="system-state">{shownTab(tabs)?.content()}</div>
    </>
  )
}

function Usage() {
  return (
    <>
      <UsagePanel />
      <LimitsPanel />
      <RetentionPanel />
    </>
  )
}
