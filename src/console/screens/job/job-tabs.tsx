/** The tabs of a job: transcript, results, request and more, as far as it has them. */
import type { Job } from '../../../contract/job.ts'
import type { Messages } from '../../languages/en.ts'
import type { Tab } from '../../ui/tabs.tsx'
import type { EditedJob } from './edited-job.ts'
import { DeliveriesPanel } from './panels/deliveries-panel.tsx'
import {
  ChaptersPanel,
  EntitiesPanel,
  SentimentPanel,
  SummaryPanel,
  TranslationPanel,
} from './panels/feature-panels.tsx'
import { MarksPanel } from './panels/marks-panel.tsx'
import { ModuleContent, resultModules } from './panels/module-content.tsx'
import { RequestPanel } from './panels/request-panel.tsx'
import { ResultsPanel } from './panels/results-panel.tsx'
import { RevisionsPanel } from './panels/revisions-panel.tsx'
import { SubtitlesPanel } from './panels/subtitles-panel.tsx'
import type { Playback } from './playback.ts'

export type JobTab = Tab<keyof Messages['job']['tabs']>

/** Features with a tab of their own, in the order of the tabs. */
const PANELS = [
  { feature: 'summarization', name: 'summary', Panel: SummaryPanel },
  { feature: 'chapterization', name: 'chapters', Panel: ChaptersPanel },
  { feature: 'named_entity_recognition', name: 'entities', Panel: EntitiesPanel },
  { feature: 'sentiment_analysis', name: 'sentiment', Panel: SentimentPanel },
  { feature: 'translation', name: 'translation', Panel: TranslationPanel },
] as const

/** All tabs except the transcript. */
export function tabsOf(job: Job, edited: EditedJob, playback: Playback): readonly JobTab[] {
  const { id } = job
  const modules = resultModules(job)
  const own = PANELS.flatMap(({ feature, name, Panel }): JobTab[] => {
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
  const tab = (isShown: boolean, name: JobTab['name'], content: JobTab['content']): JobTab[] =>
    isShown ? [{ name, content }] : []
  return [
    ...own,
    ...tab(isDone && formats.length > 0, 'subtitles', () => (
      <SubtitlesPanel id={id} job={edited} formats={formats} />
    )),
    ...tab(edited.marks.value.length > 0, 'marks', () => <MarksPanel job={edited} playback={playback} />),
    ...tab(others.length > 0, 'results', () => <ResultsPanel modules={others} playback={playback} />),
    ...tab(true, 'request', () => <RequestPanel job={job} />),
    ...tab(true, 'deliveries', () => <DeliveriesPanel jobId={id} />),
    ...tab(isDone, 'revisions', () => <RevisionsPanel id={id} job={edited} />),
  ]
}
