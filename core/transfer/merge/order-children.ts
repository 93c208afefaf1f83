// Orders the parts of a merged product and makes duplicate keys unique.
import type { AlignedVersion } from '../diff/align.js'
import type { MergeConflict, MergeSide } from './define.js'
import type { MergedPart } from './merged-part.js'
import { mergeOrders } from './three-way.js'

export type ConflictDraft = Omit<MergeConflict, 'entity' | 'key' | 'sentence'> & { readonly what: string }

/** Orders the part's children; yields a conflict if both sides reordered them differently. */
export function* orderChildren(
  part: MergedPart,
  { base, ours, theirs }: Readonly<Record<'base' | MergeSide, AlignedVersion>>,
  prefer: MergeSide,
): Generator<ConflictDraft> {
  const byNumber = new Map(part.children.map((child) => [child.number, child]))
  const ordered: MergedPart[] = []
  for (const section of new Set(part.children.flatMap((child) => child.section?.name ?? []))) {
    const own = new Set(part.children.flatMap((child) => (child.section?.name === section ? [child.number] : [])))
    const [was, ourOrder, other] = [base, ours, theirs].map(({ parts, numbers }) =>
      (parts.get(part.number)?.children ?? []).map((child) => numbers.get(child)!).filter((number) => own.has(number)),
    )
    const nameOf = (number: number): string => byNumber.get(number)!.key
    const { value, isConflict } = mergeOrders(was!, ourOrder!, other!, own, nameOf, prefer === 'theirs')
    // Children that no side has here come last: their owner was kept for them.
    const placed = new Set(value)
    for (const number of [...value, ...[...own].filter((item) => !placed.has(item))]) ordered.push(byNumber.get(number)!)
    if (!isConflict) continue
    const [before, mine, yours] = [was!, ourOrder!, other!].map((order) => order.map(nameOf))
    const detail = `: its ${section.replaceAll('_', ' ')} stand in different orders on both sides.`
    yield { kind: 'order', field: section, base: before, ours: mine, theirs: yours, what: detail }
  }
  part.children = ordered
}

/** Both sides may have used one key for different parts: the later part gets another key and is reported as a conflict. */
export function* makeKeysUnique(root: MergedPart): Generator<readonly [MergedPart, ConflictDraft]> {
  const groups = new Map<string, Set<string>>()
  const waiting: (readonly [MergedPart, MergedPart | null])[] = [[root, null]]
  for (const [part, owner] of waiting) {
    for (const child of part.children) waiting.push([child, part])
    const { section, entity, key } = part
    if (!section || (section.internal === null && section.traits.hasBody !== true)) continue
    const place = `${entity.name} ${section.traits.isProductWide ? '' : owner?.number}`
    const group = groups.get(place) ?? new Set<string>()
    groups.set(place, group)
    for (let n = 2; group.has(part.key); n++) part.key = `${key}_${n}`
    group.add(part.key)
    const detail = `: its key '${key}' is that of another ${entity.label} too.`
    if (part.key !== key) yield [part, { kind: 'key', base: null, ours: key, theirs: key, what: detail }]
  }
}
