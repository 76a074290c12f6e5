// The parser of the W3C's validator, used by tests. The package has no types.
declare module 'webvtt-parser' {
  interface VttNode {
    /** Name of a tag: `v` for a voice. */
    name?: string
    /** The text, or the annotation of a tag. */
    value?: string
    children?: VttNode[]
  }
  interface VttCue {
    startTime: number
    endTime: number
    tree: { children: VttNode[] }
  }
  class WebVTTParser {
    /** @param entities such as `&amp;`, and their values */
    constructor(entities: Record<string, string>)
    parse(text: string): { cues: VttCue[]; errors: { message: string; line: number }[] }
  }
  const webvtt: { WebVTTParser: typeof WebVTTParser }
  export default webvtt
}
