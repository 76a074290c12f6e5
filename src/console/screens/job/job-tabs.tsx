/** The parts of a job: what it has of a transcript, results, its request and what became of it. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import { parameters, setParameters } from '../../router.ts'
import type { Messages } from '../../languages/en.ts'
import { t } from '../../languages/language.ts'
import { Button } from '../../ui/button.tsx'
import type { EditedJob } from './edited-job.ts'
import { DeliveriesPanel } from './panels/deliveries-panel.tsx'
import {
  ChaptersPanel,
  EntitiesPanel,
  SentimentPanel,
  SummaryPanel,
  TranslationPanel,
} from './panels/feature-panels.tsx'
import { ModuleContent, resultModules } from './panels/module-content.tsx'
import { RequestPanel } from './panels/request-panel.tsx'
import { ResultsPanel } from './panels/results-panel.tsx'
import { RevisionsPanel } from './panels/revisions-panel.tsx'
import { SubtitlesPanel } from './panels/subtitles-panel.tsx'
import type { Playback } from './playback.ts'

export interface Tab {
  /** In the URL (`tab`). */
  readonly name: keyof Messages['job']['tabs']
  readonly content: () => ComponentChildren
}

/** Features with a tab of their own, in its order. */
const PANELS = [
  { feature: 'summarization', name: 'summary', Panel: SummaryPanel },
  { feature: 'chapterization', name: 'chapters', Panel: ChaptersPanel },
  { feature: 'named_entity_recognition', name: 'entities', Panel: EntitiesPanel },
  { feature: 'sentiment_analysis', name: 'sentiment', Panel: SentimentPanel },
  { feature: 'translation', name: 'translation', Panel: TranslationPanel },
] as const

/** All but the transcript. */
export function tabsOf(job: Job, edited: EditedJob, playback: Playback): readonly Tab[] {
  const { id } = job
  const modules = resultModules(job)
  const own = PANELS.flatMap(({ feature, name, Panel }): Tab[] => {
    const module = modules.find(([one]) => one === feature)?.[1]
    if (module === undefined) return []
    const content = () => (
      <ModuleContent module={module}>
        <Panel results={module.results} playback={playback} />
      </ModuleContent>
    )
    return [{ name, content }]
  })
  const others = modules.filter(([name]) => PANELS.every(({ feature }) => feature !== name))
  const { request_params: params } = job
  const formats =
    'subtitles' in params && params.subtitles ? (params.subtitles_config?.formats ?? ['srt']) : []
  const isDone = job.status === 'done'
  const tab = (isShown: boolean, name: Tab['name'], content: Tab['content']): Tab[] =>
    isShown ? [{ name, content }] : []
  return [
    ...own,
    ...tab(isDone && formats.length > 0, 'subtitles', () => (
      <SubtitlesPanel id={id} job={edited} formats={formats} />
    )),
    ...tab(others.length > 0, 'results', () => <ResultsPanel modules={others} playback={playback} />),
    ...tab(true, 'request', () => <RequestPanel job={job} />),
    ...tab(true, 'deliveries', () => <DeliveriesPanel jobId={id} />),
    ...tab(isDone, 'revisions', () => <RevisionsPanel id={id} job={edited} />),
  ]
}

/** The tab of the URL, else the first one. */
export const shownTab = (tabs: readonly Tab[]): Tab | undefined =>
  tabs.find(({ name }) => name === parameters.value.get('tab')) ?? tabs[0]

export function JobTabs({ tabs }: { tabs: readonly Tab[] }) {
  const shown = shownTab(tabs)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown?.name])
  return (
    <nav class="tabs" aria-label={t().job.parts} ref={list}>
      {tabs.map(({ name }, index) => (
        <Button
          key={name}
          class="tab"
          aria-current={name === shown?.name ? 'true' : undefined}
          onClick={() => setParameters({ tab: index === 0 ? null : name })}
        >
          {t().job.tabs[name]}
        </Button>
      ))}
    </nav>
  )
}
