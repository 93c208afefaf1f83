// What new parts of a sheet name of each other: judged against the parts as they were made, without asking the database, and written by few statements.
import type { CheckScope, Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import { flatKeysOf } from '../../storage/record/flat-keys.js'
import { isAlone, isNamedLater, isWrittenTogether, nameLater } from '../../storage/pipeline/write-new.js'
import { layoutOf } from '../../storage/record/layout.js'
import { createFastObject } from '../../foundation/fast-object.js'
import { isUnset } from '../../storage/record/values.js'
import type { WireRecord } from '../../storage/record/results.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { Target } from './match.js'

type Fields = Readonly<Record<string, unknown>>

interface Waiting {
  readonly target: Target
  readonly fields: Fields
}

interface Named {
  readonly property: Property
  readonly values: { readonly id: number; readonly value: unknown }[]
}

/** A record as it is stored by now; of thousands few are ever asked for. */
class NewRecord {
  private record: (Record<string, unknown> & WireRecord) | null = null

  constructor(
    private readonly entity: Entity,
    private readonly languages: readonly string[],
    private readonly id: number,
    private readonly stored: Fields,
  ) {}

  read(): Record<string, unknown> & WireRecord {
    return (this.record ??= this.made())
  }

  private made(): Record<string, unknown> & WireRecord {
    const { id, stored } = this
    const record = Object.assign({ ...templateOf(this.entity, this.languages) }, stored, { id })
    // As a read would give the text: in the first language that has one.
    for (const [key, { property }] of flatKeysOf(this.entity, this.languages)) record[property.name] ||= stored[key]
    return record
  }
}

interface Template {
  readonly languages: readonly string[]
  readonly record: Fields
}

const templates = new WeakMap<Entity, Template>()

/** All keys of a record, on an object that V8 keeps fast: one that grows by its texts becomes a slow dictionary. */
function templateOf(entity: Entity, languages: readonly string[]): Fields {
  const known = templates.get(entity)
  if (known?.languages === languages) return known.record
  const names = layoutOf(entity).kept.map(({ name }) => name)
  const record = createFastObject(['id', ...names, ...flatKeysOf(entity, languages).keys()].map((key) => [key, null]))
  templates.set(entity, { languages, record })
  return record
}

export class NewNames {
  /** By entity and id. */
  private readonly records = new Map<string, Map<number, NewRecord>>()
  /** By entity, the field that names an owner and the owner's id. */
  private readonly owned = new Map<string, NewRecord[]>()
  private readonly waiting: Waiting[] = []

  constructor(private readonly work: Work & InUnit) {}

  /** The part was made of it. */
  made({ entity, owner }: Target, id: number, stored: Fields): void {
    const record = new NewRecord(entity, this.work.moment.snapshot.languages, id, stored)
    const records = this.records.get(entity.name) ?? new Map<number, NewRecord>()
    this.records.set(entity.name, records.set(id, record))
    if (owner === null) return
    for (const { property: name } of findOwnerJoins(entity)) {
      if (typeof stored[name] !== 'number') continue
      const key = `${entity.name}.${name} ${stored[name]}`
      const group = this.owned.get(key)
      if (group) group.push(record)
      else this.owned.set(key, [record])
    }
  }

  /** A part that was made got other fields. */
  changed({ entity, id }: Target, stored: Fields): void {
    const record = id === null ? undefined : this.records.get(entity.name)?.get(id)
    if (record) Object.assign(record.read(), stored)
  }

  /** Keeps the fields until `write`; false where they have to be written by themselves. `root` is the product. */
  takes(target: Target, fields: Fields, root: Target): boolean {
    const { entity, id } = target
    const { context } = this.work
    const record = id === null ? undefined : this.records.get(entity.name)?.get(id)
    // Below a product that stands there are parts that nobody has noted here.
    if (
      !record ||
      root.held !== null ||
      !isWrittenTogether(entity) ||
      !isAlone(entity, Object.assign(Object.create(record.read()), fields) as Fields)
    )
      return false
    if (!Object.keys(fields).every((name) => isNamedLater({ context, entity }, name, { columns: true }))) return false
    this.waiting.push({ target, fields })
    return true
  }

  /** Writes what waits. `one` writes what is refused here, and says why it is refused. */
  async write(root: Target, one: (target: Target, fields: Fields) => Promise<void>): Promise<void> {
    const named = new Map<string, Named>()
    const refused: Waiting[] = []
    for (const waiting of this.waiting.splice(0)) {
      const judged = await this.judged(waiting, root)
      if (!judged) refused.push(waiting)
      const { entity, id } = waiting.target
      for (const [name, value] of Object.entries(judged ?? {})) {
        const key = `${entity.name} ${name}`
        const group = named.get(key) ?? { property: entity.properties[name]!, values: [] }
        named.set(key, group)
        group.values.push({ id: id!, value })
      }
    }
    const { context, unit } = this.work
    for (const [key, { property, values }] of named) await nameLater(context, key.split(' ')[0]!, property.name, values, { unit })
    for (const { target, fields } of refused) await one(target, fields)
  }

  /** The fields as core holds them, which the record then has; null where one is refused, and the record is as it was. */
  private async judged({ target, fields }: Waiting, root: Target): Promise<Fields | null> {
    const { entity, id } = target
    const record = this.records.get(entity.name)!.get(id!)!.read()
    const before = Object.fromEntries(Object.keys(fields).map((name) => [name, record[name]]))
    const scope = this.scopeOf(target, record, root)
    const judged: Record<string, unknown> = {}
    for (const [name, given] of Object.entries(fields)) {
      const property = entity.properties[name]!
      const { kind } = property
      const value = kind.prepare(given, property)
      record[name] = value
      const isSound = !isUnset(property, value) && kind.validate(value, property).length === 0 && this.isThere(property, value)
      const found = isSound ? await kind.check?.(value, property, scope) : undefined
      if (!isSound || (found && found.issues.length > 0)) {
        Object.assign(record, before)
        return null
      }
      judged[name] = found ? found.value : value
      record[name] = judged[name]
    }
    return judged
  }

  /** False for an id of which nobody knows here that the record is there. */
  private isThere(property: Property, value: unknown): boolean {
    const { kind } = property
    if (!kind.referenceColumn) return true
    const named = kind.references?.(value, property, this.work.context.registry) ?? []
    return named.every(({ entity, id }) => this.records.get(entity)?.has(id))
  }

  /** What is no part of the new product is not there for it: whoever asks for such a thing is refused, and asked once more by a write. */
  private scopeOf({ entity, id }: Target, record: WireRecord, root: Target): CheckScope {
    return {
      registry: this.work.context.registry,
      record,
      entity: entity.name,
      id,
      read: async (name, wanted) => this.records.get(name)?.get(wanted)?.read() ?? null,
      find: async (name, key, value) => (this.owned.get(`${name}.${key} ${String(value)}`) ?? []).map((one) => one.read()),
      ownerId: async (ancestor) => (ancestor === root.entity.name ? root.id : null),
    }
  }
}
