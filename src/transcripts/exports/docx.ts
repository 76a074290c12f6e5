import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'
import { blocksOf, plainText, summaryOf, type TranscriptExport } from './transcript-export.ts'

/** Space after a paragraph, in twentieths of a point. */
const SPACING = 120

/** The title, the paragraphs, then the summary. */
export async function docx(exported: TranscriptExport): Promise<Uint8Array> {
  const title = plainText(exported.title)
  const paragraphs = blocksOf(exported).map(
    ({ head, text }) =>
      new Paragraph({
        spacing: { after: SPACING },
        children: [
          ...(head === '' ? [] : [new TextRun({ text: `${head} `, bold: true })]),
          new TextRun({ text }),
        ],
      }),
  )
  const summary = summaryOf(exported)
  if (summary.length > 0)
    paragraphs.push(
      new Paragraph({ text: 'Summary', heading: HeadingLevel.HEADING_1 }),
      ...summary.map((text) => new Paragraph({ spacing: { after: SPACING }, text })),
    )
  const heading = new Paragraph({ text: title, heading: HeadingLevel.TITLE })
  const document = new Document({
    title,
    creator: 'Scriptorium',
    lastModifiedBy: 'Scriptorium',
    sections: [{ children: [heading, ...paragraphs] }],
  })
  return Packer.toBuffer(document)
}
