// Draws the head of a document: logo, sender, recipient, and the facts such as number and date.
import type { PrintSheet } from '../define.js'
import { faintColour, fitInBox, type Paper } from './paper.js'
import type { DrawablePicture } from './picture.js'

const logoBox = { width: 190, height: 58 }
/** The recipient must be visible in the window of an envelope. */
const addressTop = 128
const factsWidth = 220
const columnGap = 18
/** Maximum lines per text. */
const maxLines = 4

function drawTop(paper: Paper, { shop }: PrintSheet, logo: DrawablePicture | null): void {
  const top = paper.y
  if (logo) {
    paper.picture(logo, 0, top, logoBox)
    paper.y = top + fitInBox(logo, logoBox).height
  } else paper.flow(shop, { size: 17, bold: true })
  paper.y = Math.max(paper.y + 16, addressTop)
}

function drawRecipient(paper: Paper, { sender, recipient }: PrintSheet): number {
  const width = paper.width - factsWidth - columnGap
  const top = paper.y
  const line = paper.layoutBlock(sender, width, { size: 6.5, colour: faintColour, most: maxLines })
  paper.draw(line, 0, top)
  let y = top + line.height + 5
  for (const text of recipient) {
    const block = paper.layoutBlock(text, width, { size: 10, most: maxLines })
    paper.draw(block, 0, y)
    y += block.height
  }
  return y
}

function drawFacts(paper: Paper, { facts }: PrintSheet): number {
  const x = paper.width - factsWidth
  const labelWidth = 92
  let y = paper.y
  for (const [label, text] of facts) {
    const labelBlock = paper.layoutBlock(label, labelWidth - 6, { size: 8.5, colour: faintColour, most: maxLines })
    const right = paper.layoutBlock(text, factsWidth - labelWidth, { size: 8.5, most: maxLines })
    paper.draw(labelBlock, x, y)
    paper.draw(right, x + labelWidth, y)
    y += Math.max(labelBlock.height, right.height) + 1.5
  }
  return y
}

function drawOther(paper: Paper, { other }: PrintSheet): void {
  if (!other) return
  paper.flow(other.label, { size: 8.5, colour: faintColour })
  paper.flow(other.lines.join(', '), { size: 9 })
  paper.y += 10
}

export function drawHead(paper: Paper, sheet: PrintSheet, logo: DrawablePicture | null): void {
  drawTop(paper, sheet, logo)
  paper.y = Math.max(drawRecipient(paper, sheet), drawFacts(paper, sheet)) + 26
  paper.flow(sheet.title, { size: 16, bold: true })
  paper.y += 10
  drawOther(paper, sheet)
}
