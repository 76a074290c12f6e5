// The reference parser of the W3C (a development dependency) brings no types.
declare module 'webvtt-parser' {
  interface Node {
    type: 'object' | 'text'
    value?: string
    children?: Node[]
  }
  interface VttCue {
    startTime: number
    endTime: number
    tree: Node
  }
  export class WebVTTParser {
    parse(text: string): { cues: VttCue[]; errors: { message: string; line: number }[] }
  }
}
