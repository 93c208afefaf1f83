// The existing product before an exact import: its differences, records to delete first, and records that the package lacks.
import type { Entity } from '../../model/entity/define.js'
import { getJoinOptions } from '../../model/entity/ownership.js'
import type { Registry } from '../../model/registry.js'
import { remove } from '../../storage/pipeline/remove.js'
import { write } from '../../storage/pipeline/write.js'
import { layoutOf } from '../../storage/record/layout.js'
import { nameRecord } from '../../storage/record/naming.js'
import { presentValue } from '../../storage/record/present.js'
import { isEmpty, isUnset } from '../../storage/record/values.js'
import type { InUnit, Work } from '../../storage/work.js'
import { repointed } from '../copy/fields.js'
import type { Places } from '../copy/places.js'
import { graphOf, type Member } from '../graph.js'
import { holdsFile } from '../package/rows.js'
import type { Gone, ImportHow } from './define.js'
import { keyOf } from './stage.js'
import type { Fields } from './wanted.js'

const bodies = new WeakMap<Entity, boolean>()

/** True for a record that is deleted with its owner and never referenced: the body of a calculation. Cached: called per record. */
export function isBody(entity: Entity): boolean {
  const known = bodies.get(entity)
  if (known !== undefined) return known
  const found = Object.values(entity.properties).some((property) => getJoinOptions(property)?.cascade === true)
  bodies.set(entity, found)
  return found
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

export class Standing {
  private readonly fields = new Map<string, Fields>()
  private readonly cleared = new Set<string>()

  private constructor(
    private readonly work: Work & InUnit,
    private readonly members: readonly Member[],
  ) {
    for (const member of members)
      this.fields.set(keyOf(member.entity.name, member.record.id), heldFields(member, work.context.registry))
  }

  /** For copies there are no existing records. */
  static async of(work: Work & InUnit, product: number, { mode }: ImportHow): Promise<Standing> {
    if (mode === 'copy') return new Standing(work, [])
    const [root] = await work.lock('product', { column: 'id', values: [product] })
    return new Standing(
      work,
      root ? await graphOf(work, [{ entity: 'product', id: product }], work.moment.snapshot.languages) : [],
    )
  }

  has(entity: string, id: number): boolean {
    return this.fields.has(keyOf(entity, id))
  }

  /** True for a record that was deleted first and is created again. */
  isCleared(entity: string, id: number): boolean {
    return this.cleared.has(keyOf(entity, id))
  }

  /**
   * Removes obstacles before the records change one after the other: deletes calculation bodies that differ, and empties references that
   * will change, and references of records that will be deleted.
   */
  async clear(wanted: readonly Member[], places: Places): Promise<void> {
    const { context, unit } = this.work
    const byKey = new Map(wanted.map((member) => [keyOf(member.entity.name, member.record.id), member]))
    for (const { entity, record } of this.members) {
      const key = keyOf(entity.name, record.id)
      const other = byKey.get(key)
      const differing = other ? this.differing(other, places) : []
      if (isBody(entity)) {
        if (other && differing.length === 0) continue
        await remove(context, entity.name, record.id, { unit, internal: true })
        this.fields.delete(key)
        this.cleared.add(key)
        continue
      }
      const emptied = other ? differing.filter((name) => this.mayBeEmptied(entity, name)) : this.naming(entity, key)
      if (emptied.length === 0) continue
      await write(context, entity.name, Object.fromEntries(emptied.map((name) => [name, null])), {
        id: record.id,
        unit,
        internal: true,
        exactly: {},
      })
      const held = this.fields.get(key)!
      for (const name of emptied) held[name] = null
    }
  }

  /** The fields that will change: all fields of a body, only the references of other records. */
  private differing(member: Member, places: Places): readonly string[] {
    const { entity, record } = member
    const { registry } = this.work.context
    const held = this.fields.get(keyOf(entity.name, record.id))!
    const all = isBody(entity)
    return layoutOf(entity).stored.flatMap((property) => {
      const { name, kind } = property
      const value = record.values[name]
      if ((!all && !kind.references) || value === undefined || holdsFile(property)) return []
      // A reference to a record with a new id is known only after that record exists.
      const wanted = isUnset(property, value)
        ? { value: null }
        : places.whole(() => repointed(member, property, places, registry))
      return wanted && same(blank(wanted.value), blank(held[name])) ? [] : [name]
    })
  }

  private mayBeEmptied(entity: Entity, name: string): boolean {
    const property = entity.properties[name]!
    const held = property.required === true || getJoinOptions(property)?.owner === true
    return !held && property.kind.references !== undefined
  }

  /** The references of a record that will be deleted. */
  private naming(entity: Entity, key: string): readonly string[] {
    const held = this.fields.get(key)!
    return layoutOf(entity).referring.flatMap(({ name }) =>
      this.mayBeEmptied(entity, name) && !isEmpty(held[name]) ? [name] : [],
    )
  }

  /** The fields whose values differ from the stored ones. */
  changes(entity: Entity, id: number, fields: Fields): Fields {
    const held = this.fields.get(keyOf(entity.name, id))!
    return Object.fromEntries(Object.entries(fields).filter(([key, value]) => !same(blank(value), blank(held[key]))))
  }

  /** The existing records that the package lacks, owners first. */
  without(wanted: readonly Member[]): readonly Gone[] {
    const kept = new Set(wanted.map(({ entity, record }) => keyOf(entity.name, record.id)))
    return this.members.flatMap(({ entity, record }) => {
      const key = keyOf(entity.name, record.id)
      if (kept.has(key) || this.cleared.has(key)) return []
      return [{ entity: entity.name, id: record.id, name: nameRecord(entity, record.values) }]
    })
  }
}

/** Every form of an empty value becomes null. */
const blank = (value: unknown): unknown => (isEmpty(value) ? null : value)

/** The values of a record in the form that a write would send. */
function heldFields({ entity, record }: Member, registry: Registry): Fields {
  const fields: Fields = { ...record.values }
  for (const property of layoutOf(entity).stored)
    fields[property.name] = presentValue(property, record.row[property.name], registry)
  return fields
}
