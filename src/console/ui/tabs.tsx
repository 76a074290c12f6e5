import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { parameters, setParameters } from '../router.ts'
import { Button } from './button.tsx'

/** A part of a screen. One is shown at a time. */
export interface Tab<Name extends string> {
  /** Its name in the URL (`tab`). */
  readonly name: Name
  readonly content: () => ComponentChildren
}

/** The tab in the URL, or else the first one. */
export const shownTab = <Name extends string>(tabs: readonly Tab<Name>[]): Tab<Name> | undefined =>
  tabs.find(({ name }) => name === parameters.value.get('tab')) ?? tabs[0]

interface TabsProps<Name extends string> {
  /** Accessible name of the group. */
  readonly label: string
  readonly labels: Readonly<Record<Name, string>>
  readonly tabs: readonly Tab<Name>[]
}

/** The buttons that show the tabs. */
export function Tabs<Name extends string>({ label, labels, tabs }: TabsProps<Name>) {
  const shown = shownTab(tabs)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown?.name])
  return (
    <nav class="tabs" aria-label={label} ref={list}>
      {tabs.map(({ name }, index) => (
        <Button
          key={name}
          class="tab"
          aria-current={name === shown?.name ? 'true' : undefined}
          onClick={() => setParameters({ tab: index === 0 ? null : name })}
        >
          {labels[name]}
        </Button>
      ))}
    </nav>
  )
}
