// The fields of a record as a package wants them, those that name other records left to whoever knows where these are.
import { layoutOf } from '../../storage/record/layout.js'
import { isUnset } from '../../storage/record/values.js'
import { plainFields } from '../copy/fields.js'
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
}

export type Fields = Record<string, unknown>

/** What the package does not say is not among them; a copied product is not published. */
export function givenFields({ files, how, staged }: Import, languages: readonly string[], member: Member): Fields {
  const { entity, record } = member
  const { values } = record
  const fields: Fields = plainFields(member, languages)
  for (const property of layoutOf(entity).stored) {
    const { name, kind } = property
    if (holdsFile(property) && values[name] !== undefined) fields[name] = files.nameOf(member, name)
    else if (kind.references && values[name] !== undefined && isUnset(property, values[name])) fields[name] = null
  }
  if (how.mode === 'exact') fields['ordering'] = values['ordering']
  else if (entity.name === world && record.id === staged.product) fields['published'] = false
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
