// Breaks text into lines of a column: at spaces, after hyphens, between ideographs, and inside words wider than the column.
import type { Face } from './faces.js'
import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'

// The package's types and its module disagree about the default export.
const createBidi = createRequire(import.meta.url)('bidi-js') as () => Bidi
const bidi = createBidi()

/** A text with the bidi level and font of each UTF-16 unit. */
interface Paragraph {
  readonly text: string
  readonly levels: Uint8Array
  readonly faces: readonly Face[]
  /** Indices into `faces`. */
  readonly chosen: Uint8Array
}

/** Text that is drawn in one call. */
interface TextRun {
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

/** Removes control characters, lone surrogates, and direction overrides, which could mislead readers. */
function sanitizeText(text: string): string {
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
function createParagraph(text: string, faces: readonly Face[]): Paragraph {
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
function toTextRuns(paragraph: Paragraph, start: number, end: number): readonly TextRun[] {
  return toVisualOrder(splitParagraph(paragraph, start, end))
    .map((piece) => toTextRun(paragraph, piece))
    .filter(({ text }) => text !== '')
}

/** A run with its width in points. */
export interface MeasuredRun extends TextRun {
  readonly width: number
}

export interface TextLine {
  /** In visual order, from left to right. */
  readonly runs: readonly MeasuredRun[]
  readonly width: number
}

export interface TextMeasure {
  readonly faces: readonly Face[]
  /** Points. */
  widthOf(text: string, face: Face): number
}

/** Spaces at which a line may end. Non-breaking spaces are not included. */
const blankPattern = /[ \u1680\u2000-\u2006\u2008-\u200b\u205f\u3000]/
const hyphenPattern = /[-\u2010\u2012-\u2014/\\_@]/
const ideographPattern = /[\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/
/** Characters next to ideographs that must not begin or end a line. */
const closingPattern =
  /[\u3001\u3002\u3005\u3009\u300b\u300d\u300f\u3011\u3015\u30fb\u30fc\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3d\uff5d,.!?:;)\]}%]/
const openingPattern = /[\u3008\u300a\u300c\u300e\u3010\u3014\uff08\uff3b\uff5b([{]/
/** Scripts without spaces between words: Thai, Lao, Burmese, Khmer. */
const unspacedPattern = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/
/** A number with its separators, in the digits of any script. */
const numberPattern = /\p{Nd}+(?:[.,'\u2019\u00a0\u202f\u066b\u066c]\p{Nd}+)*/gu
const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' })
const graphemeSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

function canBreak(text: string, at: number): boolean {
  const before = text[at - 1]!
  const after = text[at]!
  if (blankPattern.test(after)) return false
  if (blankPattern.test(before)) return true
  if (hyphenPattern.test(before)) return /\p{L}/u.test(after)
  return (
    (ideographPattern.test(before) || ideographPattern.test(after)) && !closingPattern.test(after) && !openingPattern.test(before)
  )
}

/** The offsets inside numbers. A line never ends there if the column is wide enough for the number. */
function findNumberOffsets(text: string): ReadonlySet<number> {
  const inside = new Set<number>()
  for (const { 0: digits, index } of text.matchAll(numberPattern)) {
    for (let at = index + 1; at < index + digits.length; at++) inside.add(at)
  }
  return inside
}

/** The offsets of words that have no space before them. */
function findWordStarts(text: string): ReadonlySet<number> {
  const starts = new Set<number>()
  if (!unspacedPattern.test(text)) return starts
  for (const { index, segment } of wordSegmenter.segment(text)) if (unspacedPattern.test(segment[0]!)) starts.add(index)
  return starts
}

/** The ends of unbreakable pieces. */
function findPieceEnds(text: string): readonly number[] {
  const ends: number[] = []
  const starts = findWordStarts(text)
  const inside = findNumberOffsets(text)
  for (let at = 1; at < text.length; at++) if ((canBreak(text, at) || starts.has(at)) && !inside.has(at)) ends.push(at)
  return [...ends, text.length]
}

/** The parts of a piece that is wider than the column: numbers and graphemes. */
function splitPiece(piece: string, fits: (start: number, end: number) => boolean): readonly string[] {
  const charactersOf = (text: string): readonly string[] => [...graphemeSegmenter.segment(text)].map(({ segment }) => segment)
  const parts: string[] = []
  let at = 0
  for (const { 0: digits, index } of piece.matchAll(numberPattern)) {
    const end = index + digits.length
    if (!fits(index, end)) continue
    parts.push(...charactersOf(piece.slice(at, index)), digits)
    at = end
  }
  return [...parts, ...charactersOf(piece.slice(at))]
}

/** Joins adjacent left-to-right runs of one font, so the file contains whole phrases. */
function joinRuns(runs: readonly MeasuredRun[]): readonly MeasuredRun[] {
  const joined: MeasuredRun[] = []
  for (const run of runs) {
    const before = joined.at(-1)
    const joins = before?.face === run.face && !before.isRightToLeft && !run.isRightToLeft
    if (joins) joined.splice(-1, 1, { ...run, text: before.text + run.text, width: before.width + run.width })
    else joined.push(run)
  }
  return joined
}

function measureRuns(paragraph: Paragraph, start: number, end: number, measure: TextMeasure): TextLine {
  const runs = toTextRuns(paragraph, start, end).map(({ text, face, isRightToLeft: isReversed }) => {
    return { text, face, isRightToLeft: isReversed, width: measure.widthOf(text, face) }
  })
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
}

/** The end without trailing spaces. */
function findTrimmedEnd(text: string, start: number, end: number): number {
  let last = end
  while (last > start && blankPattern.test(text[last - 1]!)) last--
  return last
}

/** Start and end of every line. */
function breakLines(paragraph: Paragraph, width: number, measure: TextMeasure): readonly (readonly [number, number])[] {
  const { text } = paragraph
  const widthOf = (start: number, end: number): number =>
    measureRuns(paragraph, start, findTrimmedEnd(text, start, end), measure).width
  const lines: [number, number][] = []
  let lineStart = 0
  let pieceStart = 0
  let usedWidth = 0
  const endLine = (end: number): void => {
    lines.push([lineStart, end])
    lineStart = end
    usedWidth = 0
  }
  for (const end of findPieceEnds(text)) {
    const bare = widthOf(pieceStart, end)
    if (usedWidth > 0 && usedWidth + bare > width) endLine(pieceStart)
    if (bare > width) {
      const origin = pieceStart
      const fits = (from: number, to: number): boolean => widthOf(origin + from, origin + to) <= width
      let at = pieceStart
      for (const part of splitPiece(text.slice(pieceStart, end), fits)) {
        const more = widthOf(at, at + part.length)
        if (usedWidth > 0 && usedWidth + more > width) endLine(at)
        usedWidth += more
        at += part.length
      }
    } else usedWidth += measureRuns(paragraph, pieceStart, end, measure).width
    pieceStart = end
  }
  if (lineStart < text.length || lines.length === 0) endLine(text.length)
  return lines
}

/** The lines of a text in a column of this width; at least one. */
export function layoutText(text: string, width: number, measure: TextMeasure): readonly TextLine[] {
  return sanitizeText(text)
    .split('\n')
    .flatMap((line) => {
      const paragraph = createParagraph(line, measure.faces)
      return breakLines(paragraph, width, measure).map(([start, end]) => {
        const { runs, width: lineWidth } = measureRuns(paragraph, start, findTrimmedEnd(line, start, end), measure)
        return { runs: joinRuns(runs), width: lineWidth }
      })
    })
}
