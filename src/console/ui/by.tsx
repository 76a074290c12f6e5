import type { Who } from '../../contract/who.ts'
import { t } from '../languages/language.ts'
import { Sentence } from './sentence.tsx'

/** Who did something. @param who null for nobody */
export function By({ who }: { who: Who | null }) {
  if (who === null) return <>–</>
  return (
    <Sentence text={who.kind === 'key' ? t().ui.key : '{name}'} parts={{ name: <bdi>{who.name}</bdi> }} />
  )
}
