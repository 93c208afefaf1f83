// The product as it stands before an exact import: what of it differs, what must make way first, and what the package lacks.
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

/** What goes with its owner and is named by nobody: the body of a calculation. Asked for each record. */
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

  /** Nothing stands in the way of copies. */
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

  /** True for a record that made way, and that is made anew. */
  isCleared(entity: string, id: number): boolean {
    return this.cleared.has(keyOf(entity, id))
  }

  /**
   * Takes away what would stand in the way of other records while these change one after the other: bodies of calculations that
   * differ, and what names other records and is to name others, or none.
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

  /** The fields that are to hold something else; of a body all, of others those that name records. */
  private differing(member: Member, places: Places): readonly string[] {
    const { entity, record } = member
    const { registry } = this.work.context
    const held = this.fields.get(keyOf(entity.name, record.id))!
    const all = isBody(entity)
    return layoutOf(entity).stored.flatMap((property) => {
      const { name, kind } = property
      const value = record.values[name]
      if ((!all && !kind.references) || value === undefined || holdsFile(property)) return []
      // What names a record that gets a new id is certain once that is there.
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

  /** What a record names that goes. */
  private naming(entity: Entity, key: string): readonly string[] {
    const held = this.fields.get(key)!
    return layoutOf(entity).referring.flatMap(({ name }) =>
      this.mayBeEmptied(entity, name) && !isEmpty(held[name]) ? [name] : [],
    )
  }

  /** Those of the fields that are not so already. */
  changes(entity: Entity, id: number, fields: Fields): Fields {
    const held = this.fields.get(keyOf(entity.name, id))!
    return Object.fromEntries(Object.entries(fields).filter(([key, value]) => !same(blank(value), blank(held[key]))))
  }

  /** What the package does not have, owners first. */
  without(wanted: readonly Member[]): readonly Gone[] {
    const kept = new Set(wanted.map(({ entity, record }) => keyOf(entity.name, record.id)))
    return this.members.flatMap(({ entity, record }) => {
      const key = keyOf(entity.name, record.id)
      if (kept.has(key) || this.cleared.has(key)) return []
      return [{ entity: entity.name, id: record.id, name: nameRecord(entity, record.values) }]
    })
  }
}

/** Nothing is nothing, however a field holds it. */
const blank = (value: unknown): unknown => (isEmpty(value) ? null : value)

/** As a write would send it. */
function heldFields({ entity, record }: Member, registry: Registry): Fields {
  const fields: Fields = { ...record.values }
  for (const property of layoutOf(entity).stored)
    fields[property.name] = presentValue(property, record.row[property.name], registry)
  return fields
}
