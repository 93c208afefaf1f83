// Shortens the notes and text answers of customers for paper, and states on the paper that they are shortened.
import type { PrintFormats } from './print-formats.js'

/** Maximum length of a printed note or text answer, in UTF-16 units. */
const maxPrintedNoteLength = 600
/** Maximum length of a note or text answer after the long ones of a document have reached their total. */
const minPrintedNoteLength = 60
/** Total length of a document's printed notes and text answers. It bounds the time of printing: shorter texts are not counted. */
const maxTotalLength = 120_000

const graphemeSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The cut position: between two graphemes, unless the first one alone is too long. */
function findCutPosition(text: string, maxLength: number): number {
  let end = 0
  for (const { index, segment } of graphemeSegmenter.segment(text.slice(0, maxLength + 1))) {
    if (index + segment.length > maxLength) break
    end = index + segment.length
  }
  return end === 0 ? maxLength : end
}

export type NoteShortener = (note: string) => string

/** The shortener of one document. */
export function createNoteShortener({ say, number }: PrintFormats): NoteShortener {
  let total = 0
  return (note) => {
    if (note.length <= minPrintedNoteLength) return note
    const maxLength = total < maxTotalLength ? maxPrintedNoteLength : minPrintedNoteLength
    total += Math.min(note.length, maxLength)
    if (note.length <= maxLength) return note
    const end = findCutPosition(note, maxLength)
    const values = { printed: number(end), all: number(note.length) }
    return `${note.slice(0, end).trimEnd()}… (${say('shortened to {printed} of {all} characters', values)})`
  }
}
