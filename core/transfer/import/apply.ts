// Makes a staged product stand, within one unit: every record through the pipeline, those of the package first, then what it lacks goes.
import { type Issue, trail, ValidationError } from '../../ground/errors.js'
import type { Property, Reference } from '../../ground/property/kind.js'
import { removeTogether } from '../../storage/pipeline/remove.js'
import { write } from '../../storage/pipeline/write.js'
import { nameRecord } from '../../storage/record/naming.js'
import type { InUnit, Work } from '../../storage/work.js'
import { namingFields, repointed, staleIn } from '../copy/fields.js'
import { freeValues } from '../copy/free-values.js'
import { Places } from '../copy/places.js'
import { emptyAgain } from '../empty-again.js'
import type { Member } from '../graph.js'
import type { Applied, Gone, ImportHow, Renumbered } from './define.js'
import { keyOf, world } from './stage.js'
import { Standing } from './standing.js'
import { type Targets, targetsOf } from './targets.js'
import { type Fields, givenFields, type Import } from './wanted.js'

/** A record of the package was refused: the issues with the record's name in front. */
export class RecordRefused extends ValidationError {
  constructor(
    readonly member: Member,
    issues: readonly Issue[],
  ) {
    const { entity, record } = member
    super(issues.map((issue) => ({ ...issue, message: `${nameRecord(entity, record.values)}: ${issue.message}` })))
  }
}

interface Applying extends Import {
  readonly work: Work & InUnit
  /** Of what stands by now. */
  readonly places: Places
  /** Of what will stand, as far as that is certain before anything is written. */
  readonly known: Places
  readonly targets: Targets
  readonly standing: Standing
  readonly later: { readonly member: Member; readonly property: string }[]
  readonly count: {
    readonly created: Record<string, number>
    readonly updated: Record<string, number>
    unchanged: number
    files: number
  }
}

/**
 * Imports the product in the open unit, which a refusal takes back. RecordRefused where the pipeline takes a record not as it is;
 * VALIDATION_FAILED where an id belongs to another product, or something outside needs a record that would go.
 */
export async function applyProduct(given: Work & InUnit, wanted: Import): Promise<Applied> {
  const work = await given.at()
  const { staged, members, how } = wanted
  const standing = await Standing.of(work, staged.product, how)
  const targets = await targetsOf(work, members, standing, how)
  const places = placesOf(wanted)
  const known = knownPlaces(wanted, targets)
  const count = { created: {}, updated: {}, unchanged: 0, files: 0 }
  const applying: Applying = { ...wanted, work, places, known, targets, standing, later: [], count }
  const before = await configurationsOf(work, staged.product, how)
  await standing.clear(members, known)
  for (const member of members) await trail(`${member.entity.name} ${member.record.id}`, () => settle(applying, member))
  for (const one of applying.later) await completed(applying, one)
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

function placesOf({ members, outside }: Import): Places {
  const places = new Places(members)
  for (const [key, local] of outside) {
    const [entity = '', id] = key.split(' ')
    if (local !== null) places.put(entity, Number(id), local)
  }
  return places
}

function knownPlaces(wanted: Import, targets: Targets): Places {
  const places = placesOf(wanted)
  for (const { entity, record } of wanted.members) {
    const { id } = targets.get(keyOf(entity.name, record.id))!
    if (id !== null) places.put(entity.name, record.id, id)
  }
  return places
}

/** Stores one record of the package: changed where it differs, made where it is not there. */
async function settle(applying: Applying, member: Member): Promise<void> {
  const { work, places, targets, standing, staged, files, how, count } = applying
  const { entity, record } = member
  const target = targets.get(keyOf(entity.name, record.id))!
  // What made way is there no longer.
  const stands = target.stands && standing.has(entity.name, record.id)
  let isLater = false
  const isCopy = how.mode === 'copy'
  const fields: Fields = givenFields(applying, work.moment.snapshot.languages, member)
  for (const { property } of namingFields(member, work.context.registry)) {
    const whole = places.whole(() => repointed(member, property, places, work.context.registry))
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
  const made = await refusedBy(member, () => write(work.context, entity.name, filled, { ...options, exactly }))
  places.put(entity.name, record.id, made.id)
  count.created[entity.name] = (count.created[entity.name] ?? 0) + 1
  count.files += await files.addRows(work, member, made.id, staged.filesOf(member).keys())
  await emptyAgain(work, entity.name, made.id, filled, made.stored)
}

/** True where the field holds already what it will hold once everything is there. */
function isSo({ known, standing, work }: Applying, member: Member, property: Property): boolean {
  const { registry } = work.context
  const whole = known.whole(() => repointed(member, property, known, registry))
  const fields = whole && { [property.name]: whole.value }
  return fields !== null && Object.keys(standing.changes(member.entity, member.record.id, fields)).length === 0
}

/** A field that names what was not there yet. */
async function completed(applying: Applying, { member, property: name }: Applying['later'][number]): Promise<void> {
  const { work, places } = applying
  const { entity, record } = member
  const id = places.idOf(entity.name, record.id)
  const value = repointed(member, entity.properties[name]!, places, work.context.registry)
  const options = { id, unit: work.unit, internal: true, exactly: {} }
  await refusedBy(member, () => write(work.context, entity.name, { [name]: value }, options))
}

async function refusedBy<T>(member: Member, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new RecordRefused(
      member,
      error.issues.length > 0 ? error.issues : [{ field: '', code: error.code, message: error.message }],
    )
  }
}

/** Plugged-in types that do not say which of their arguments are ids would name records of the original. */
function refuseStale({ work, places, members, how }: Applying): void {
  if (how.mode === 'exact' && !how.newIds) return
  const { registry } = work.context
  for (const member of members) {
    for (const { property } of namingFields(member, registry)) {
      const issue = staleIn(member, property, places, registry)
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
