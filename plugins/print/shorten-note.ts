// Shortens the notes and text answers of customers for paper, and states on the paper that they are shortened.
import type { PrintFormats } from './print-formats.js'

/** Maximum length of a printed note or text answer, in UTF-16 units. */
export const maxPrintedNoteLength = 600

const graphemeSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The cut position: between two graphemes, unless the first one alone is too long. */
function findCutPosition(text: string): number {
  let end = 0
  for (const { index, segment } of graphemeSegmenter.segment(text.slice(0, maxPrintedNoteLength + 1))) {
    if (index + segment.length > maxPrintedNoteLength) break
    end = index + segment.length
  }
  return end === 0 ? maxPrintedNoteLength : end
}

export function shortenNote(note: string, { say, number }: PrintFormats): string {
  if (note.length <= maxPrintedNoteLength) return note
  const end = findCutPosition(note)
  const values = { printed: number(end), all: number(note.length) }
  return `${note.slice(0, end).trimEnd()}… (${say('shortened to {printed} of {all} characters', values)})`
}
