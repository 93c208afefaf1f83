// Breaks text into lines of a column: at spaces, after hyphens, between ideographs, and inside words wider than the column.
import type { Face } from './faces.js'
import { type Paragraph, paragraphOf, plainText, type Run, runsOf } from './runs.js'

/** A run with its width in points. */
export interface SetRun extends Run {
  readonly width: number
}

export interface SetLine {
  /** In visual order, from left to right. */
  readonly runs: readonly SetRun[]
  readonly width: number
}

export interface Measure {
  readonly faces: readonly Face[]
  /** Points. */
  widthOf(text: string, face: Face): number
}

/** Spaces at which a line may end. Non-breaking spaces are not included. */
const blank = /[ \u1680\u2000-\u2006\u2008-\u200b\u205f\u3000]/
const hyphen = /[-\u2010\u2012-\u2014/\\_@]/
const ideograph = /[\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/
/** Characters next to ideographs that must not begin or end a line. */
const closing =
  /[\u3001\u3002\u3005\u3009\u300b\u300d\u300f\u3011\u3015\u30fb\u30fc\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3d\uff5d,.!?:;)\]}%]/
const opening = /[\u3008\u300a\u300c\u300e\u3010\u3014\uff08\uff3b\uff5b([{]/
/** Scripts without spaces between words: Thai, Lao, Burmese, Khmer. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/
/** A number with its separators, in the digits of any script. */
const figure = /\p{Nd}+(?:[.,'\u2019\u00a0\u202f\u066b\u066c]\p{Nd}+)*/gu
const words = new Intl.Segmenter('und', { granularity: 'word' })
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

function mayBreak(text: string, at: number): boolean {
  const before = text[at - 1]!
  const after = text[at]!
  if (blank.test(after)) return false
  if (blank.test(before)) return true
  if (hyphen.test(before)) return /\p{L}/u.test(after)
  return (ideograph.test(before) || ideograph.test(after)) && !closing.test(after) && !opening.test(before)
}

/** The offsets inside numbers. A line never ends there if the column is wide enough for the number. */
function insideFigures(text: string): ReadonlySet<number> {
  const inside = new Set<number>()
  for (const { 0: digits, index } of text.matchAll(figure)) {
    for (let at = index + 1; at < index + digits.length; at++) inside.add(at)
  }
  return inside
}

/** The offsets of words that have no space before them. */
function unspacedWords(text: string): ReadonlySet<number> {
  const starts = new Set<number>()
  if (!unspaced.test(text)) return starts
  for (const { index, segment } of words.segment(text)) if (unspaced.test(segment[0]!)) starts.add(index)
  return starts
}

/** The ends of unbreakable pieces. */
function pieceEnds(text: string): readonly number[] {
  const ends: number[] = []
  const starts = unspacedWords(text)
  const inside = insideFigures(text)
  for (let at = 1; at < text.length; at++) if ((mayBreak(text, at) || starts.has(at)) && !inside.has(at)) ends.push(at)
  return [...ends, text.length]
}

/** The parts of a piece that is wider than the column: numbers and graphemes. */
function partsOf(piece: string, fits: (start: number, end: number) => boolean): readonly string[] {
  const charactersOf = (text: string): readonly string[] => [...graphemes.segment(text)].map(({ segment }) => segment)
  const parts: string[] = []
  let at = 0
  for (const { 0: digits, index } of piece.matchAll(figure)) {
    const end = index + digits.length
    if (!fits(index, end)) continue
    parts.push(...charactersOf(piece.slice(at, index)), digits)
    at = end
  }
  return [...parts, ...charactersOf(piece.slice(at))]
}

/** Joins adjacent left-to-right runs of one font, so the file contains whole phrases. */
function joinRuns(runs: readonly SetRun[]): readonly SetRun[] {
  const joined: SetRun[] = []
  for (const run of runs) {
    const before = joined.at(-1)
    const joins = before?.face === run.face && !before.isRightToLeft && !run.isRightToLeft
    if (joins) joined.splice(-1, 1, { ...run, text: before.text + run.text, width: before.width + run.width })
    else joined.push(run)
  }
  return joined
}

function setRuns(paragraph: Paragraph, start: number, end: number, measure: Measure): SetLine {
  const runs = runsOf(paragraph, start, end).map(({ text, face, isRightToLeft }) => {
    return { text, face, isRightToLeft, width: measure.widthOf(text, face) }
  })
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
}

/** The end without trailing spaces. */
function trimmed(text: string, start: number, end: number): number {
  let last = end
  while (last > start && blank.test(text[last - 1]!)) last--
  return last
}

/** Start and end of every line. */
function breaks(paragraph: Paragraph, width: number, measure: Measure): readonly (readonly [number, number])[] {
  const { text } = paragraph
  const widthOf = (start: number, end: number): number => setRuns(paragraph, start, trimmed(text, start, end), measure).width
  const lines: [number, number][] = []
  let lineStart = 0
  let pieceStart = 0
  let taken = 0
  const endLine = (end: number): void => {
    lines.push([lineStart, end])
    lineStart = end
    taken = 0
  }
  for (const end of pieceEnds(text)) {
    const bare = widthOf(pieceStart, end)
    if (taken > 0 && taken + bare > width) endLine(pieceStart)
    if (bare > width) {
      const origin = pieceStart
      const fits = (from: number, to: number): boolean => widthOf(origin + from, origin + to) <= width
      let at = pieceStart
      for (const part of partsOf(text.slice(pieceStart, end), fits)) {
        const more = widthOf(at, at + part.length)
        if (taken > 0 && taken + more > width) endLine(at)
        taken += more
        at += part.length
      }
    } else taken += setRuns(paragraph, pieceStart, end, measure).width
    pieceStart = end
  }
  if (lineStart < text.length || lines.length === 0) endLine(text.length)
  return lines
}

/** The lines of a text in a column of this width; at least one. */
export function setText(text: string, width: number, measure: Measure): readonly SetLine[] {
  return plainText(text)
    .split('\n')
    .flatMap((one) => {
      const paragraph = paragraphOf(one, measure.faces)
      return breaks(paragraph, width, measure).map(([start, end]) => {
        const { runs, width: taken } = setRuns(paragraph, start, trimmed(one, start, end), measure)
        return { runs: joinRuns(runs), width: taken }
      })
    })
}
