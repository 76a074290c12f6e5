// The parser of the W3C's validator, with which the tests read subtitles. The package brings no types.
declare module 'webvtt-parser' {
  interface VttCue {
    startTime: number
    endTime: number
    tree: { children: { value?: string }[] }
  }
  class WebVTTParser {
    /** @param entities such as `&amp;`, and what they stand for */
    constructor(entities: Record<string, string>)
    parse(text: string): { cues: VttCue[]; errors: { message: string; line: number }[] }
  }
  const webvtt: { WebVTTParser: typeof WebVTTParser }
  export default webvtt
}
