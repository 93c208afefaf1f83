// Imports one product of a package in one transaction: stores its records, then deletes existing records that the package lacks.
import { withErrorTrail } from '../../foundation/errors.js'
import type { Property, Reference } from '../../foundation/property/kind.js'
import { removeTogether } from '../../storage/pipeline/remove.js'
import { write } from '../../storage/pipeline/write.js'
import type { InUnit, Work } from '../../storage/work.js'
import { namingFields, repointed, repointedValue, staleIn } from '../copy/fields.js'
import { freeValues } from '../copy/free-values.js'
import { Places } from '../copy/places.js'
import { emptyAgain } from '../empty-again.js'
import type { Member } from '../graph.js'
import { type Applying, RecordRefused, refusedBy } from './applying.js'
import type { Applied, Gone, ImportHow, Renumbered } from './define.js'
import { world } from './stage.js'
import { Standing } from './standing.js'
import { targetOf, type Targets, targetsOf } from './targets.js'
import { isReadyAtOnce, makeTogether, nameTogether, readyToMake } from './together.js'
import { type Fields, givenFields, type Import } from './wanted.js'

/**
 * Imports the product in the open unit of work; a refusal rolls it back. RecordRefused: the write pipeline rejects a record.
 * VALIDATION_FAILED: an id belongs to another product, or a record outside the product needs a record that would be deleted.
 */
export async function applyProduct(given: Work & InUnit, wanted: Import): Promise<Applied> {
  const work = await given.at()
  const { staged, members, how } = wanted
  const standing = await Standing.of(work, staged.product, how)
  const targets = await targetsOf(work, members, standing, how)
  const places = placesOf(wanted)
  const known = how.mode === 'copy' ? places : knownPlaces(wanted, targets)
  const count = { created: {}, updated: {}, unchanged: 0, files: 0 }
  const lists = { later: [], named: [], repointed: new Map(), ready: [] }
  const applying: Applying = { ...wanted, work, places, known, targets, standing, ...lists, count }
  const before = await configurationsOf(work, staged.product, how)
  await standing.clear(members, known)
  for (const some of byEntity(members)) {
    for (const member of some) {
      const { entity, record } = member
      const { stands, id: wantedId } = targetOf(targets, member)
      if (!stands && isReadyAtOnce(applying, member, wantedId)) continue
      await withErrorTrail(`${entity.name} ${record.id}`, () => settle(applying, member))
    }
    await makeTogether(applying)
  }
  for (const one of applying.later) await completed(applying, one)
  await nameTogether(applying)
  refuseStale(applying)
  const missing = standing.without(members)
  await removeTogether(work.context, work.unit, missing)
  const id = places.idOf('product', staged.product)
  await work.announce('onSvcImportCatalog', { productId: id })
  const after = new Set(await configurationsOf(work, staged.product, how))
  const root = members.find(({ entity }) => entity.name === world)!
  return {
    product: staged.product,
    id,
    title: String(root.record.values['title'] ?? ''),
    ...count,
    deleted: missing.map(({ entity, id: gone, name }): Gone => ({ entity, id: gone, name })),
    renumbered: how.mode === 'copy' ? [] : renumbered(applying),
    configurations: before.filter((one) => !after.has(one)).length,
  }
}

/** Starts with this shop's records outside the product. */
export function placesOf({ members, outside }: Pick<Import, 'members' | 'outside'>): Places {
  const places = new Places(members)
  for (const [key, local] of outside) {
    const [entity = '', id] = key.split(' ')
    if (local !== null) places.put(entity, Number(id), local)
  }
  return places
}

function knownPlaces(wanted: Import, targets: Targets): Places {
  const places = placesOf(wanted)
  for (const member of wanted.members) {
    const { id } = targetOf(targets, member)
    if (id !== null) places.put(member.entity.name, member.record.id, id)
  }
  return places
}

/** Groups the members by entity, in order. */
function byEntity(members: readonly Member[]): readonly (readonly Member[])[] {
  const groups = new Map<string, Member[]>()
  for (const member of members) {
    const group = groups.get(member.entity.name)
    if (group) group.push(member)
    else groups.set(member.entity.name, [member])
  }
  return [...groups.values()]
}

/** Stores one record of the package: updates it if it differs, creates it if it is missing, or queues it for a batched insert. */
async function settle(applying: Applying, member: Member): Promise<void> {
  const { work, places, targets, standing, staged, files, how, count } = applying
  const { entity, record } = member
  const target = targetOf(targets, member)
  // A record deleted by `standing.clear` no longer exists.
  const stands = target.stands && standing.has(entity.name, record.id)
  if (!stands && (await readyToMake(applying, member, target.id))) return
  let isLater = false
  const isCopy = how.mode === 'copy'
  const fields: Fields = givenFields(applying, work.moment.snapshot.languages, member)
  // New values were validated when the package was read. Changed values are compared in the form that an author would send.
  const toName = stands ? repointed : repointedValue
  for (const { property } of namingFields(member, work.context.registry)) {
    const whole = places.whole(() => toName(member, property, places, work.context.registry))
    if (whole) fields[property.name] = whole.value
    else {
      delete fields[property.name]
      if (stands && isSo(applying, member, property)) continue
      applying.later.push({ member, property: property.name })
      isLater = true
    }
  }
  if (isCopy) await freeValues(work, entity, fields, work.moment.snapshot.languages)
  const options = { unit: work.unit, internal: true }
  if (stands) {
    const id = target.id!
    const changed = standing.changes(entity, id, fields)
    if (Object.keys(changed).length > 0 || isLater) {
      if (Object.keys(changed).length > 0)
        await refusedBy(member, () => write(work.context, entity.name, changed, { ...options, id, exactly: {} }))
      count.updated[entity.name] = (count.updated[entity.name] ?? 0) + 1
      count.files += await files.addRows(work, member, id, Object.keys(changed))
    } else count.unchanged++
    return places.put(entity.name, record.id, id)
  }
  const filled = { ...staged.fillsOf(member), ...fields }
  const exactly = isCopy ? undefined : { ...(target.id !== null && { id: target.id }) }
  const judged = { ...options, exactly, judged: true }
  const made = await refusedBy(member, () => write(work.context, entity.name, filled, judged))
  places.put(entity.name, record.id, made.id)
  count.created[entity.name] = (count.created[entity.name] ?? 0) + 1
  count.files += await files.addRows(work, member, made.id, staged.filesOf(member).keys())
  await emptyAgain(work, entity.name, made.id, filled, made.stored)
}

/** True if the field already has the value that it will have after the import. */
function isSo({ known, standing, work }: Applying, member: Member, property: Property): boolean {
  const { registry } = work.context
  const whole = known.whole(() => repointed(member, property, known, registry))
  const fields = whole && { [property.name]: whole.value }
  return fields !== null && Object.keys(standing.changes(member.entity, member.record.id, fields)).length === 0
}

/** Writes a field whose referenced records did not exist before. */
async function completed(applying: Applying, { member, property: name }: Applying['later'][number]): Promise<void> {
  const { work, places } = applying
  const { entity, record } = member
  const id = places.idOf(entity.name, record.id)
  const value = repointed(member, entity.properties[name]!, places, work.context.registry)
  const options = { id, unit: work.unit, internal: true, exactly: {} }
  await refusedBy(member, () => write(work.context, entity.name, { [name]: value }, options))
}

/** Refuses records of plugin types that do not declare which arguments are ids: their copies would still reference the original. */
function refuseStale({ work, places, members, how, namesCopies, repointed: held }: Applying): void {
  if (how.mode === 'exact' ? !how.newIds : namesCopies) return
  const { registry } = work.context
  for (const member of members) {
    for (const naming of namingFields(member, registry)) {
      // A reference column already has the id of the copy.
      if (naming.property.kind.referenceColumn) continue
      const issue = staleIn(member, naming.property, places, registry, held.get(naming))
      if (issue) throw new RecordRefused(member, [issue])
    }
  }
}

function renumbered({ members, places }: Applying): readonly Renumbered[] {
  return members.flatMap(({ entity: { name }, record: { id: from } }) => {
    const to = places.idOf(name, from)
    return to === from ? [] : [{ entity: name, from, to }]
  })
}

async function configurationsOf(work: Work, product: number, { mode }: ImportHow): Promise<readonly Reference['id'][]> {
  if (mode === 'copy') return []
  const rows = await work.on.query<{ id: number }>('SELECT id FROM svc_configuration WHERE product_id = ?', [product])
  return rows.map(({ id }) => id)
}
