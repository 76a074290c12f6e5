import { href } from '../router.ts'
import { allOperations, description } from './description.ts'
import { Markdown } from './markdown.tsx'
import { operationPath, typePath } from './paths.ts'

/** A text from the API description, in which names of operations and schemas are links. */
export function ApiText({ text }: { text: string }) {
  return text === '' ? null : (
    <div class="prose">
      <Markdown text={text} codeLinkOf={apiLinkOf} lower={2} />
    </div>
  )
}

/** The link for an operation such as `GET /v2/jobs`, or for the name of a schema. */
export function apiLinkOf(code: string): string | null {
  const known = description.value
  if (known === null) return null
  if (known.schemas[code] !== undefined) return href(typePath(code))
  const [method, path] = code.split(' ')
  const template = path?.replaceAll(/:(\w+)/g, '{$1}')
  const operation = allOperations(known).find((one) => one.method === method && one.path === template)
  return operation === undefined ? null : href(operationPath(operation))
}
