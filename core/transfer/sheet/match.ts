// Matches the parts of a sheet to stored records, and decides their final order and internal names.
import { type HeldPart, keyGroups, partsOf, titleOf } from './held.js'
import { internalNames } from './keys.js'
import { type SaidPart, saidTitle } from './read.js'

/** A part in its final state: from the sheet, from the shop, or both. */
export interface Target {
  readonly said: SaidPart | null
  readonly held: HeldPart | null
  readonly entity: HeldPart['entity']
  readonly section: HeldPart['section']
  readonly owner: Target | null
  readonly key: string
  readonly children: Target[]
  /** The internal name that preserves the key; null if the sheet sets it or the part has no such field. */
  internal: string | null
  /** Null until the part is created. */
  id: number | null
}

/** Stored parts by the key that a sheet uses for them. */
function shelves(root: HeldPart | null): ReadonlyMap<string, HeldPart> {
  const shelf = new Map<string, HeldPart>()
  if (!root) return shelf
  for (const group of keyGroups([...partsOf(root)]))
    for (const part of group) shelf.set(placeOf(part, part.owner!.record.id), part)
  return shelf
}

const placeOf = ({ entity, section, key }: Pick<HeldPart, 'entity' | 'section' | 'key'>, owner: number): string =>
  section?.traits.isProductWide ? `${entity.name} ${key}` : `${entity.name} ${owner} ${key}`

/** Finds a page with a changed title: the page of its first matching question, unless another entry is that page. */
function renamedPage(said: SaidPart, owner: HeldPart, shelf: ReadonlyMap<string, HeldPart>, root: SaidPart): HeldPart | null {
  if (said.section?.internal !== null || said.section.traits.hasBody) return null
  const taken = new Set(root.children.map((one) => shelf.get(placeOf(one, owner.record.id))))
  for (const child of said.children) {
    const page = child.section?.traits.isProductWide ? shelf.get(placeOf(child, 0))?.owner : undefined
    if (page && !taken.has(page)) return page
  }
  return null
}

/** The final tree of the product; with `prune`, without parts that the sheet does not name. */
export function targetOf(said: SaidPart, held: HeldPart | null, prune: boolean, language: string): Target {
  const shelf = shelves(held)
  const used = new Set<HeldPart>()
  const build = (part: SaidPart, record: HeldPart | null, owner: Target | null): Target => {
    if (record) used.add(record)
    const { entity, section, key } = part
    const target: Target = {
      said: part,
      held: record,
      entity,
      section,
      owner,
      key,
      children: [],
      internal: null,
      id: record?.record.id ?? null,
    }
    for (const child of part.children) {
      const found =
        child.section?.traits.isProductWide || record
          ? (shelf.get(placeOf(child, record?.record.id ?? 0)) ?? (record ? renamedPage(child, record, shelf, part) : null))
          : null
      target.children.push(build(child, found && !used.has(found) ? found : null, target))
    }
    return target
  }
  const root = build(said, held, null)
  if (held && !prune) keepUnnamed(root, held, used)
  nameInside(root, prune, language)
  return root
}

/** Parts that the sheet does not name stay after their current predecessors. */
function keepUnnamed(root: Target, held: HeldPart, used: ReadonlySet<HeldPart>): void {
  const targets = new Map<HeldPart, Target>()
  const note = (target: Target): void => {
    if (target.held) targets.set(target.held, target)
    target.children.forEach(note)
  }
  note(root)
  const visit = (part: HeldPart): void => {
    const target = targets.get(part)!
    let before: Target | null = null
    for (const child of part.children) {
      let one = targets.get(child)
      if (!one && !used.has(child)) {
        const { entity, section, key, record } = child
        one = { said: null, held: child, entity, section, owner: target, key, children: [], internal: null, id: record.id }
        targets.set(child, one)
        target.children.splice(before === null ? 0 : target.children.indexOf(before) + 1, 0, one)
      }
      if (one && one.owner === target) before = one
      if (one) visit(child)
    }
  }
  visit(held)
}

export function* targetsOf(target: Target): Generator<Target> {
  yield target
  for (const child of target.children) yield* targetsOf(child)
}

function nameInside(root: Target, prune: boolean, language: string): void {
  for (const group of keyGroups([...targetsOf(root)])) {
    const { section, entity } = group[0]!
    const { internal } = section!
    if (internal === null) continue
    const titles = group.map(
      (target) => (target.said && saidTitle(target.said, language)) ?? (target.held ? titleOf(target.held, language) : ''),
    )
    const names = internalNames(
      group.map(({ key }) => key),
      titles,
      entity.name.replaceAll('-', '_'),
    )
    for (const [index, target] of group.entries()) {
      if (!target.said || target.said.fields.has(internal)) continue
      const present = String(target.held?.record.values[internal] ?? '')
      target.internal = !prune && present !== '' ? present : names[index]!
    }
  }
}
