// The parts of a product as a tree: the parts of a sheet, of a stored product and of a merged product have this form.
import type { Entity } from '../../model/entity/define.js'
import type { Section } from './sections.js'
import type { PartKey } from './sheet-names.js'

export interface PartNode<P> {
  readonly entity: Entity
  /** Null for the product. */
  readonly section: Section | null
  readonly owner: P | null
  readonly key: string
  readonly children: readonly P[]
}

/** All parts, owners before their children. */
export function* walkParts<P extends { readonly children: readonly P[] }>(part: P): Generator<P> {
  yield part
  for (const child of part.children) yield* walkParts(child)
}

/** Groups of parts whose keys must be unique: questions within the product, other parts within one owner. */
export function groupByKeyScope<P extends Pick<PartNode<P>, 'entity' | 'section' | 'owner'>>(
  parts: Iterable<P>,
): readonly (readonly P[])[] {
  const groups = new Map<unknown, Map<string, P[]>>()
  for (const part of parts) {
    if (part.owner === null) continue
    const place = part.section?.traits.isProductWide ? 'product' : part.owner
    const group = groups.get(place) ?? new Map<string, P[]>()
    groups.set(place, group)
    const siblings = group.get(part.entity.name)
    if (siblings) siblings.push(part)
    else group.set(part.entity.name, [part])
  }
  return [...groups.values()].flatMap((group) => [...group.values()])
}

/** The key that parts without a title get. */
export const fallbackKey = ({ name }: Entity): string => name.replaceAll('-', '_')

/** The parts as `SheetNames` takes them. `idOf` is the id by which rules and other fields reference the part. */
export function toPartKeys<P extends Pick<PartNode<P>, 'entity' | 'key' | 'owner'>>(
  parts: Iterable<P>,
  idOf: (part: P) => number,
): readonly PartKey[] {
  return [...parts].map((part) => ({
    entity: part.entity.name,
    id: idOf(part),
    key: part.key,
    owner: part.owner && { entity: part.owner.entity.name, id: idOf(part.owner) },
  }))
}

/** Name of a part in messages: `width`, or `wood.oak` for an answer. */
export function formatPartName(part: {
  readonly key: string
  readonly section: Section | null
  readonly owner: { readonly key: string } | null
}): string {
  return part.section?.traits.isWithin && part.owner ? `${part.owner.key}.${part.key}` : part.key
}
