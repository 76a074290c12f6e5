declare module 'vader-sentiment' {
  export const SentimentIntensityAnalyzer: {
    polarity_scores(text: string): {
      readonly neg: number
      readonly neu: number
      readonly pos: number
      /** -1 (all negative) to 1 (all positive). */
      readonly compound: number
    }
  }
}
