// The fields of an imported record, without references to other records: their ids are resolved separately.
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { flatKeysOf } from '../../storage/record/flat-keys.js'
import { layoutOf } from '../../storage/record/layout.js'
import { isUnset } from '../../storage/record/values.js'
import { holdsFile } from '../package/rows.js'
import type { ImportHow } from './define.js'
import type { ImportFiles } from './files.js'
import type { Outside } from './outside.js'
import { type Staged, type StagedMember, world } from './stage.js'

/** A product to import, with its import options. */
export interface Import {
  readonly staged: Staged
  /** `staged.members` without references that this shop cannot resolve. */
  readonly members: readonly StagedMember[]
  readonly outside: Outside
  readonly files: ImportFiles
  readonly how: ImportHow
  /** True if a check already found that no field of a copy would reference the original. */
  readonly namesCopies?: boolean
}

export type Fields = Record<string, unknown>

/** True if the default of a new record is not empty. */
const starts = ({ default: usual, platformDefaults }: Property): boolean => usual !== undefined || platformDefaults !== undefined

interface Field {
  readonly name: string
  readonly property: Property
  readonly isFile: boolean
  /** True if the field may contain ids. */
  readonly names: boolean
}

interface EntityFields {
  readonly all: readonly Field[]
  readonly files: readonly Field[]
  readonly of: ReadonlyMap<Property, Field>
}

const known = new WeakMap<Entity, EntityFields>()

function fieldsOf(entity: Entity): EntityFields {
  const held = known.get(entity)
  if (held) return held
  const all = layoutOf(entity).stored.map((property): Field => {
    return { name: property.name, property, isFile: holdsFile(property), names: property.kind.references !== undefined }
  })
  const made = { all, files: all.filter(({ isFile }) => isFile), of: new Map(all.map((field) => [field.property, field])) }
  known.set(entity, made)
  return made
}

/**
 * Omits fields that the package lacks. A copied product is unpublished. With `sparse` it also omits values equal to the default of a new
 * record.
 */
export function givenFields(
  { files, how, staged }: Import,
  languages: readonly string[],
  member: StagedMember,
  sparse = false,
): Fields {
  const { entity, record, note } = member
  const { values } = record
  const fields: Fields = {}
  const give = (key: string, property: Property, value: unknown): void => {
    if (value !== undefined && !(sparse && !starts(property) && isUnset(property, value))) fields[key] = value
  }
  const look = ({ name, property, isFile, names }: Field): void => {
    const value = values[name]
    // Without an ordering, a copy is placed last among its siblings.
    if (value === undefined || (name === 'ordering' && how.mode === 'copy')) return
    if (isFile) give(name, property, files.nameOf(member, name))
    else if (!names) give(name, property, value)
    else if (isUnset(property, value)) give(name, property, null)
  }
  const { all, files: held, of } = fieldsOf(entity)
  if (sparse && note) {
    if (staged.filesOf(member).size > 0) held.forEach(look)
    for (const property of note.filled) look(of.get(property)!)
    for (const property of note.emptied) look(of.get(property)!)
  } else all.forEach(look)
  for (const [key, { property }] of flatKeysOf(entity, languages)) give(key, property, values[key])
  if (how.mode === 'copy' && entity.name === world && record.id === staged.product) fields['published'] = false
  return fields
}
