// What was selected in a line of a document, as people read it.
import { withUnit } from '../configuration/summary.js'
import type { FrozenLine } from './define.js'

/** The answers' titles, the entry with its unit, or the file's name. */
export const selectionText = ({ answer_title, entry, unit }: FrozenLine['config'][number]): string =>
  answer_title || withUnit(entry, unit)
