// The readable text of a selection in a document line.
import { formatWithUnit } from '../configuration/summary.js'
import type { FrozenLine } from './define.js'

/** The titles of the answers, the entry with its unit, or the file's name. */
export const formatSelectionText = ({ answer_title, entry, unit }: FrozenLine['config'][number]): string =>
  answer_title || formatWithUnit(entry, unit)
