// Splits text into runs of one font and direction, and puts the runs of a line into visual order.
import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'
import type { Face } from './faces.js'

// The package's types and its module disagree about the default export.
const createBidi = createRequire(import.meta.url)('bidi-js') as () => Bidi
const bidi = createBidi()

/** A text with the bidi level and font of each UTF-16 unit. */
export interface Paragraph {
  readonly text: string
  readonly levels: Uint8Array
  readonly faces: readonly Face[]
  /** Indices into `faces`. */
  readonly chosen: Uint8Array
}

/** Text that is drawn in one call. */
export interface TextRun {
  /** The text for the font: mirrored, and reversed if the font would order it wrongly. */
  readonly text: string
  readonly face: Face
  /** True: the font lays the text out from right to left. */
  readonly isRightToLeft: boolean
}

/** Invisible characters that control order or line breaks. */
const invisiblePattern = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu
const combiningPattern = /[\p{M}\p{Default_Ignorable_Code_Point}]/u
const neutralPattern = /[\p{Z}\p{P}\p{S}]/u
/** Blocks of characters that are written from right to left, including digits. */
const rightToLeftBlocks = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const graphemeSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Removes control characters, lone surrogates, and direction overrides, which could mislead readers. */
export function sanitizeText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/g, '')
}

/** The first face that has the character. Marks, spaces and punctuation stay in the previous character's face if it has them. */
function chooseFace(character: string, faces: readonly Face[], before: number): number {
  const codePoint = character.codePointAt(0)!
  const isContinuing = combiningPattern.test(character) || (neutralPattern.test(character) && before > 0)
  if (isContinuing && faces[before]!.has(codePoint)) return before
  const index = faces.findIndex((face) => face.has(codePoint))
  if (index >= 0) return index
  return combiningPattern.test(character) ? before : 0
}

/** Analyzes a line of text. Its first letter decides its direction; a text without letters (`+32 9 000`) reads from left to right. */
export function createParagraph(text: string, faces: readonly Face[]): Paragraph {
  const { levels } = bidi.getEmbeddingLevels(text, 'auto')
  const chosen = new Uint8Array(text.length)
  let at = 0
  let before = 0
  for (const character of text) {
    before = chooseFace(character, faces, before)
    chosen.fill(before, at, at + character.length)
    at += character.length
  }
  return { text, levels, faces, chosen }
}

interface TextPiece {
  readonly start: number
  readonly end: number
  readonly level: number
  readonly face: number
}

/** Stretches of one level and face, in reading order. Each ends with a word: documents repeat words, and their widths are cached. */
function splitParagraph({ text, levels, chosen }: Paragraph, start: number, end: number): readonly TextPiece[] {
  const startsWord = (at: number): boolean => text[at - 1] === ' ' && text[at] !== ' ' && !combiningPattern.test(text[at]!)
  const pieces: TextPiece[] = []
  for (let from = start; from < end; ) {
    let to = from + 1
    while (to < end && levels[to] === levels[from] && chosen[to] === chosen[from] && !startsWord(to)) to++
    pieces.push({ start: from, end: to, level: levels[from]!, face: chosen[from]! })
    from = to
  }
  return pieces
}

/** Rule L2 of the Unicode bidirectional algorithm (UAX #9): reverses stretches at or above each level, from the highest down. */
function toVisualOrder(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const order = [...pieces]
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from
      while (to < order.length && order[to]!.level >= level) to++
      if (to === from) continue
      order.splice(from, to - from, ...order.slice(from, to).reverse())
      from = to
    }
  }
  return order
}

const reverseText = (text: string): string =>
  [...graphemeSegmenter.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join('')

function toTextRun({ text, faces }: Paragraph, { start, end, level, face }: TextPiece): TextRun {
  const read = text.slice(start, end).replace(invisiblePattern, '')
  const isReversed = level % 2 === 1
  const mirrored = isReversed ? [...read].map((letter) => bidi.getMirroredCharacter(letter) ?? letter).join('') : read
  // The font reverses characters of these blocks at any level, although numerals among them read from left to right.
  const turnedByFont = rightToLeftBlocks.test(read)
  const visualText = turnedByFont === isReversed ? mirrored : reverseText(mirrored)
  return { text: visualText, face: faces[face]!, isRightToLeft: turnedByFont }
}

/** The runs of a stretch of the text in visual order, from left to right. */
export function toTextRuns(paragraph: Paragraph, start: number, end: number): readonly TextRun[] {
  return toVisualOrder(splitParagraph(paragraph, start, end))
    .map((piece) => toTextRun(paragraph, piece))
    .filter(({ text }) => text !== '')
}
