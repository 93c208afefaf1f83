// The fields of a record as a package wants them, those that name other records left to whoever knows where these are.
import type { Property } from '../../ground/property/kind.js'
import { flatKeysOf } from '../../storage/record/flat-keys.js'
import { layoutOf } from '../../storage/record/layout.js'
import { isUnset } from '../../storage/record/values.js'
import { holdsFile } from '../package/rows.js'
import type { Member } from '../graph.js'
import type { ImportHow } from './define.js'
import type { ImportFiles } from './files.js'
import type { Outside } from './outside.js'
import { type Staged, world } from './stage.js'

/** What is imported, and how. */
export interface Import {
  readonly staged: Staged
  /** Those of `staged` without what this shop lacks. */
  readonly members: readonly Member[]
  readonly outside: Outside
  readonly files: ImportFiles
  readonly how: ImportHow
  /** True where it was found already that no field of a copy would go on naming the original. */
  readonly namesCopies?: boolean
}

export type Fields = Record<string, unknown>

/** True where a new record starts with something else than nothing. */
const starts = ({ default: usual, platformDefaults }: Property): boolean => usual !== undefined || platformDefaults !== undefined

/**
 * What the package does not say is not among them; a copied product is not published. `sparse`: neither is what is empty, where a new
 * record starts so.
 */
export function givenFields(
  { files, how, staged }: Import,
  languages: readonly string[],
  member: Member,
  sparse = false,
): Fields {
  const { entity, record } = member
  const { values } = record
  const fields: Fields = {}
  const give = (key: string, property: Property, value: unknown): void => {
    if (value !== undefined && !(sparse && !starts(property) && isUnset(property, value))) fields[key] = value
  }
  for (const property of layoutOf(entity).stored) {
    const { name, kind } = property
    const value = values[name]
    // The last place among its neighbours is where a copy goes.
    if (value === undefined || (name === 'ordering' && how.mode === 'copy')) continue
    if (holdsFile(property)) give(name, property, files.nameOf(member, name))
    else if (!kind.references) give(name, property, value)
    else if (isUnset(property, value)) give(name, property, null)
  }
  for (const [key, { property }] of flatKeysOf(entity, languages)) give(key, property, values[key])
  if (how.mode === 'copy' && entity.name === world && record.id === staged.product) fields['published'] = false
  return fields
}
