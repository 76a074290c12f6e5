/** Paths of the views below `/docs/`, as the router takes them. */
import type { Operation, WebhookEvent } from './description.ts'

export const operationPath = ({ operationId }: Operation): string => `operations/${operationId}`
export const eventPath = ({ name }: WebhookEvent): string => `events/${name}`
/** @param name of a schema */
export const typePath = (name: string): string => `types/${name}`
/** @param heading anchor in the guide; empty for its top */
export const guidePath = (name: string, heading = ''): string =>
  `guides/${name}${heading === '' ? '' : `#${heading}`}`
