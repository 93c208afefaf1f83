// A field that is empty in what was copied or imported, and of which a new record has the default, is emptied again.
import { write } from '../storage/pipeline/write.js'
import { isEmpty } from '../storage/record/values.js'
import type { InUnit, Work } from '../storage/work.js'

type Fields = Readonly<Record<string, unknown>>

/** `stored` is what the pipeline made of the fields. */
export async function emptyAgain(work: Work & InUnit, entity: string, id: number, fields: Fields, stored: Fields): Promise<void> {
  const filled = Object.keys(fields).filter((key) => fields[key] !== undefined && isEmpty(fields[key]) && !isEmpty(stored[key]))
  if (filled.length === 0) return
  const emptied = Object.fromEntries(filled.map((key) => [key, null]))
  await write(work.context, entity, emptied, { id, unit: work.unit, internal: true })
}
