/** The views of the page: their paths below `/docs/`, as the router takes them. */
import type { Operation, WebhookEvent } from './description.ts'

export const operationPath = ({ operationId }: Operation): string => `operations/${operationId}`
export const eventPath = ({ name }: WebhookEvent): string => `events/${name}`
/** @param name of a schema */
export const typePath = (name: string): string => `types/${name}`
/** @param heading of the guide, as in the links of the documentation; empty for its beginning */
export const guidePath = (name: string, heading = ''): string =>
  `guides/${name}${heading === '' ? '' : `#${heading}`}`
