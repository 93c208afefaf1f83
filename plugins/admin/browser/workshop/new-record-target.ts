// New records that need more than a title. Their form opens, with the values known from their position.
import type { TreeModel } from './tree-model.js'

/** Part of the address: the form of a new record of an entity, below an owner. */
export const newRecordPrefix = 'new-'

export interface NewRecordTarget {
  readonly entity: string
  /** Values known from its position. */
  readonly preset: Readonly<Record<string, unknown>>
}

/** null if the address means an existing record. */
export function parseNewRecordTarget({ kinds }: TreeModel, at: string): NewRecordTarget | null {
  const [, entity, owner] = at.startsWith(newRecordPrefix)
    ? (/^([a-z-]+)-(\d+)$/.exec(at.slice(newRecordPrefix.length)) ?? [])
    : []
  const kind = kinds.find((itemKind) => itemKind.entity === entity)
  return kind ? { entity: kind.entity, preset: { [kind.field]: Number(owner) } } : null
}
