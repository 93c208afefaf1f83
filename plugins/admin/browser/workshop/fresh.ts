// New records that a title alone does not make: their form is opened, with what their place says of them.
import type { Model } from './tree-model.js'

/** In the address: the form of a new record of an entity, below an owner. */
export const freshMark = 'new-'

export interface Fresh {
  readonly entity: string
  /** What its place says of it already. */
  readonly preset: Readonly<Record<string, unknown>>
}

/** null where the address means a record that there is. */
export function freshIn({ kinds }: Model, at: string): Fresh | null {
  const [, entity, owner] = at.startsWith(freshMark) ? (/^([a-z-]+)-(\d+)$/.exec(at.slice(freshMark.length)) ?? []) : []
  const kind = kinds.find((one) => one.entity === entity)
  return kind ? { entity: kind.entity, preset: { [kind.field]: Number(owner) } } : null
}
