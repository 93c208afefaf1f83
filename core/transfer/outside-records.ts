// The shop's records that products reference and that are never exported with them, such as tax classes.
import type { Entity } from '../model/entity/define.js'
import { getVersionedSnapshot, storeTopic } from '../storage/versioned-snapshot.js'
import type { WireRecord } from '../storage/record/results.js'
import type { ServiceContext } from '../storage/service-context.js'

/** With their texts. Records of the store topic are cached until they change: a thousand products reference the same tax class. */
export async function loadOutsideRecords(work: ServiceContext, { name, topic }: Entity): Promise<readonly WireRecord[]> {
  const { context, unit, on } = work
  // The unit may have changed the shop since the snapshot.
  const { snapshot } = unit ? await getVersionedSnapshot(context, unit) : work.moment
  if (topic === storeTopic) return snapshot.records(on, name)
  return (await work.list(name, undefined, snapshot.languages)).map(({ values }) => values)
}
