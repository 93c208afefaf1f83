// The records of the shop that products name and that travel with none of them, as a package or a sheet looks for them by their names.
import type { Entity } from '../model/entity/define.js'
import { momentOf, storeTopic } from '../storage/record/moment.js'
import type { WireRecord } from '../storage/record/results.js'
import type { Work } from '../storage/work.js'

/** With their texts. What every shop has few of is read once as long as nobody changes it: a thousand products name the same tax class. */
export async function outsideRecords(work: Work, { name, topic }: Entity): Promise<readonly WireRecord[]> {
  const { context, unit, on } = work
  // A unit may have changed the shop since it was looked at.
  const { snapshot } = unit ? await momentOf(context, unit) : work.moment
  if (topic === storeTopic) return snapshot.records(on, name)
  return (await work.list(name, undefined, snapshot.languages)).map(({ values }) => values)
}
