// Inserts new records that can be validated independently, in batches with few statements.
import { withErrorTrail, ValidationError } from '../../foundation/errors.js'
import { rowsAtOnce } from '../../storage/pipeline/insert-drafts.js'
import { write } from '../../storage/pipeline/write.js'
import { isAlone, isNamedLater, isWrittenTogether, nameLater, writeNew, type Written } from '../../storage/pipeline/write-new.js'
import { namingFields, repointedValue } from '../copy/fields.js'
import type { Member } from '../graph.js'
import { type Applying, type Ready, refusedBy } from './applying.js'
import { isBody } from './standing.js'
import { type Fields, givenFields } from './wanted.js'

/** Synchronous fast path of `readyToMake`, for records that need no insert before them. Avoids an await per record. */
export function isReadyAtOnce(applying: Applying, member: Member, id: number | null): boolean {
  const { ready } = applying
  if (ready.length === rowsAtOnce || (ready[0] && (ready[0].id === null) !== (id === null))) return false
  const one = readied(applying, member, id)
  if (one !== null) ready.push(one)
  return one !== null
}

/** Queues the record for a batched insert and returns true. False if it must be written alone now; queued records are inserted first. */
export async function readyToMake(applying: Applying, member: Member, id: number | null): Promise<boolean> {
  const { ready } = applying
  const one = readied(applying, member, id)
  if (one === null || ready.length === rowsAtOnce || (ready[0] && (ready[0].id === null) !== (id === null)))
    await makeTogether(applying)
  if (one !== null) ready.push(one)
  return one !== null
}

function readied(applying: Applying, member: Member, id: number | null): Ready | null {
  const { work, places, staged, named, repointed } = applying
  const { entity, record } = member
  const { registry } = work.context
  if (isBody(entity) || !isWrittenTogether(entity) || !isAlone(entity, record.values)) return null
  const fields: Fields = givenFields(applying, work.moment.snapshot.languages, member, true)
  const fills = staged.fillsOf(member)
  for (const key of Object.keys(fills)) if (!Object.hasOwn(fields, key)) fields[key] = fills[key]
  const later: string[] = []
  for (const naming of namingFields(member, registry)) {
    const { property } = naming
    const { name } = property
    const whole = places.whole(() => repointedValue(member, property, places, registry))
    if (whole) {
      fields[name] = whole.value
      // A reference column is cheaper to look up again than to store.
      if (!property.kind.referenceColumn) repointed.set(naming, whole.value)
    } else if (property.required || !isNamedLater({ context: work.context, entity }, name)) return null
    else {
      delete fields[name]
      later.push(name)
    }
  }
  named.push(...later.map((property) => ({ member, property })))
  return { member, fields, id }
}

/** Inserts the queued records. RecordRefused names the first record that is rejected. */
export async function makeTogether(applying: Applying): Promise<void> {
  const some = applying.ready.splice(0)
  if (some.length > 0) await withErrorTrail(`${some.length} of ${some[0]!.member.entity.name}`, () => make(applying, some))
}

async function make(applying: Applying, ready: readonly Ready[]): Promise<void> {
  const { places, count, files, staged, work } = applying
  const { name } = ready[0]!.member.entity
  const made = await written(applying, name, ready)
  count.created[name] = (count.created[name] ?? 0) + made.length
  for (const [index, { member }] of ready.entries()) {
    const { id } = made[index]!
    places.put(name, member.record.id, id)
    const pointers = staged.filesOf(member)
    if (pointers.size > 0) count.files += await files.addRows(work, member, id, pointers.keys())
  }
}

async function written({ work, how }: Applying, name: string, ready: readonly Ready[]): Promise<readonly Written[]> {
  const options = { unit: work.unit, internal: true, judged: true }
  const exactly = how.mode === 'copy' ? undefined : {}
  try {
    const records = ready.map(({ fields, id }) => ({ fields, ...(id !== null && { id }) }))
    return await writeNew(work.context, name, records, { ...options, exactly })
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    // Write each record alone to find the one that is refused.
    for (const { member, fields, id } of ready) {
      const own = exactly && { ...(id !== null && { id }) }
      await refusedBy(member, () => write(work.context, name, fields, { ...options, exactly: own }))
    }
    throw error
  }
}

/** Writes the references to records that did not exist at insert time. */
export async function nameTogether({ work, places, named }: Applying): Promise<void> {
  const { context, unit } = work
  const byField = new Map<string, { readonly entity: string; readonly field: string; values: { id: number; value: unknown }[] }>()
  for (const { member, property: field } of named) {
    const { entity, record } = member
    const key = `${entity.name} ${field}`
    const one = byField.get(key) ?? { entity: entity.name, field, values: [] }
    byField.set(key, one)
    const value = repointedValue(member, entity.properties[field]!, places, context.registry)
    one.values.push({ id: places.idOf(entity.name, record.id), value })
  }
  for (const { entity, field, values } of byField.values()) await nameLater(context, entity, field, values, { unit })
}
