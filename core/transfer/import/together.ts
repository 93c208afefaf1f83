// Records that are new and of which each may be judged without the others: made by few statements, however many there are.
import { withErrorTrail, ValidationError } from '../../foundation/errors.js'
import { rowsAtOnce } from '../../storage/pipeline/insert-drafts.js'
import { write } from '../../storage/pipeline/write.js'
import { isAlone, isNamedLater, isWrittenTogether, nameLater, writeNew, type Written } from '../../storage/pipeline/write-new.js'
import { namingFields, repointedValue } from '../copy/fields.js'
import type { Member } from '../graph.js'
import { type Applying, type Ready, refusedBy } from './applying.js'
import { isBody } from './standing.js'
import { type Fields, givenFields } from './wanted.js'

/** The same at once, where nothing has to be made before: mostly so, and thousands of records wait for nobody then. */
export function isReadyAtOnce(applying: Applying, member: Member, id: number | null): boolean {
  const { ready } = applying
  if (ready.length === rowsAtOnce || (ready[0] && (ready[0].id === null) !== (id === null))) return false
  const one = readied(applying, member, id)
  if (one !== null) ready.push(one)
  return one !== null
}

/** True where the record will be made with others. False where it has to be written by itself, now: those before it are made then. */
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
      // An id that is a column of its own is sooner found again than kept.
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

/** Makes what waits; RecordRefused names the first that is not taken. */
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
    // Which of them it is shows when each is written by itself.
    for (const { member, fields, id } of ready) {
      const own = exactly && { ...(id !== null && { id }) }
      await refusedBy(member, () => write(work.context, name, fields, { ...options, exactly: own }))
    }
    throw error
  }
}

/** Fills what names records that were not there when the others were made. */
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
