// Shortens the notes of customers for paper, and states on the paper that they are shortened.
import type { Wording } from './wording.js'

/** Maximum length of a printed note, in UTF-16 units. */
export const longestNote = 600

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The cut position: between two graphemes, unless the first one alone is too long. */
function cutAt(text: string): number {
  let end = 0
  for (const { index, segment } of graphemes.segment(text.slice(0, longestNote + 1))) {
    if (index + segment.length > longestNote) break
    end = index + segment.length
  }
  return end === 0 ? longestNote : end
}

export function printedNote(note: string, { say, number }: Wording): string {
  if (note.length <= longestNote) return note
  const end = cutAt(note)
  const values = { printed: number(end), all: number(note.length) }
  return `${note.slice(0, end).trimEnd()}… (${say('shortened to {printed} of {all} characters', values)})`
}
