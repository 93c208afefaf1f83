// New records that need more than a title. Their form opens, with the values known from their position.
import type { Model } from './tree-model.js'

/** Part of the address: the form of a new record of an entity, below an owner. */
export const freshMark = 'new-'

export interface Fresh {
  readonly entity: string
  /** Values known from its position. */
  readonly preset: Readonly<Record<string, unknown>>
}

/** null if the address means an existing record. */
export function freshIn({ kinds }: Model, at: string): Fresh | null {
  const [, entity, owner] = at.startsWith(freshMark) ? (/^([a-z-]+)-(\d+)$/.exec(at.slice(freshMark.length)) ?? []) : []
  const kind = kinds.find((one) => one.entity === entity)
  return kind ? { entity: kind.entity, preset: { [kind.field]: Number(owner) } } : null
}
