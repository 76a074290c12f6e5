/** Icons of 16 px, drawn with strokes in the text colour. They are decorative: their button has a name. */
const PATHS = {
  alert: 'M8 5.5v3M8 11h.01M7.1 2.5 1.6 12a1 1 0 0 0 .9 1.5h11a1 1 0 0 0 .9-1.5L8.9 2.5a1 1 0 0 0-1.8 0Z',
  back: 'M9.5 3.5 5 8l4.5 4.5',
  book: 'M8 4c-1.5-1-3.5-1.3-6-1v9c2.5-.3 4.5 0 6 1 1.5-1 3.5-1.3 6-1V3c-2.5-.3-4.5 0-6 1Zm0 0v9',
  close: 'm4 4 8 8M12 4l-8 8',
  download: 'M8 2.5v7.5m0 0L5 7m3 3 3-3M2.5 13h11',
  down: 'M3.5 6.5 8 11l4.5-4.5',
  edit: 'M10.5 3 13 5.5 5.5 13H3v-2.5L10.5 3Z',
  flag: 'M3.5 14V2.5h8.5l-2 3 2 3H3.5',
  forward: 'M6.5 3.5 11 8l-4.5 4.5',
  help: 'M6 6a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1.1M8 11.5h.01M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z',
  jobs: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  key: 'M10.5 9.5a4 4 0 1 0-3.8-2.7L2 11.5V14h2.5v-1.5H6V11h1.5l1.7-1.7c.4.1.8.2 1.3.2ZM11 5h.01',
  mic: 'M8 1.5a2 2 0 0 0-2 2v4a2 2 0 0 0 4 0v-4a2 2 0 0 0-2-2ZM3.5 7.5a4.5 4.5 0 0 0 9 0M8 12v2.5',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z',
  more: 'M2.5 8a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0m4.8 0a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0m4.8 0a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0',
  muted: 'M2.5 6v4H5l3.5 3V3L5 6ZM11 6.3l3.4 3.4m0-3.4L11 9.7',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.2v9.6a.4.4 0 0 0 .6.3l7.5-4.8a.4.4 0 0 0 0-.6L5.6 2.9a.4.4 0 0 0-.6.3Z',
  plus: 'M8 3v10M3 8h10',
  redo: 'M10.5 3l3 3-3 3M13.5 6H6a3.5 3.5 0 0 0 0 7h3.5',
  repeat: 'M4 5h7.5a2 2 0 0 1 2 2v1M12 11H4.5a2 2 0 0 1-2-2V8M6 3 4 5l2 2M10 9l2 2-2 2',
  search: 'm10.5 10.5 3 3M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0Z',
  send: 'M14 2 7 9M14 2 9.5 14 7 9 2 6.5 14 2Z',
  server:
    'M3 2.5h10a.5.5 0 0 1 .5.5v4H2.5V3a.5.5 0 0 1 .5-.5ZM2.5 9h11v4a.5.5 0 0 1-.5.5H3a.5.5 0 0 1-.5-.5V9ZM5 5h.01M5 11.2h.01',
  signOut: 'M6 13.5H3.5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1H6M10.5 11l3-3-3-3M13.5 8H6',
  silence: 'M2 6v4M4.5 3.5v9M7.5 8h1M11.5 3.5v9M14 6v4',
  stop: 'M4 4h8v8H4Z',
  sun: 'M8 1.5v1M8 13.5v1M14.5 8h-1M2.5 8h-1M12.6 3.4l-.7.7M4.1 11.9l-.7.7M12.6 12.6l-.7-.7M4.1 4.1l-.7-.7M10.8 8a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0Z',
  system: 'M3 3h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM6 13.5h4M8 11v2.5',
  tag: 'M2.5 2.5h5L14 9l-5 5-6.5-6.5v-5ZM5.2 5.2h.01',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.6 9a.5.5 0 0 0 .5.5h5.8a.5.5 0 0 0 .5-.5L12 4M6.8 7v4M9.2 7v4',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6.5',
  up: 'M3.5 9.5 8 5l4.5 4.5',
  upload: 'M8 10V2.5m0 0L5 5.5m3-3 3 3M2.5 10v2.5a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V10',
  user: 'M10.8 5a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0ZM2.5 14c.4-2.8 2.6-4.5 5.5-4.5s5.1 1.7 5.5 4.5',
  users:
    'M8.5 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM1 13.5c.3-2.4 2.3-4 5-4s4.7 1.6 5 4M10.5 3.2a2.5 2.5 0 0 1 0 4.6M12 9.9c1.6.5 2.7 1.8 3 3.6',
  volume: 'M2.5 6v4H5l3.5 3V3L5 6ZM11 5.8a3 3 0 0 1 0 4.4M12.8 4a5.5 5.5 0 0 1 0 8',
  wave: 'M2 6.5v3M5 3.5v9M8 5.5v5M11 2.5v11M14 6.5v3',
  zoomIn: 'm10.5 10.5 3 3M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0ZM5 7h4M7 5v4',
  zoomOut: 'm10.5 10.5 3 3M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0ZM5 7h4',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 16 }: { name: IconName; size?: number | undefined }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
