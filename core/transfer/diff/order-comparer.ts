// Reports parts that moved to another owner or into another order.
import type { AlignedVersion } from './align.js'
import type { DiffChange } from './define.js'
import type { PartFormatter } from './part-formatter.js'

/** Maximum number of names listed in one message. */
const maxListedNames = 12

export class OrderComparer {
  constructor(
    private readonly a: AlignedVersion,
    private readonly b: AlignedVersion,
    private readonly tell: PartFormatter,
  ) {}

  *changes(): Generator<DiffChange> {
    const { a, b, tell } = this
    for (const [part, number] of b.numbers) {
      const before = a.parts.get(number)
      if (!before?.owner || !part.owner || a.numbers.get(before.owner) === b.numbers.get(part.owner)) continue
      const sentence = `${tell.begin(before)} belongs to ${tell.part(part.owner)} instead of ${tell.part(before.owner)}.`
      const [from, to] = [tell.key(before.owner), tell.key(part.owner)]
      yield { kind: 'moved', entity: part.entity.name, key: tell.key(part), from, to, sentence }
    }
    for (const [owner, number] of b.numbers) {
      const before = a.parts.get(number)
      if (!before) continue
      for (const section of new Set(owner.children.flatMap(({ section: childSection }) => childSection ?? []))) {
        if (!section.entity.properties['ordering']) continue
        const orders = ([before, owner] as const).map((parent, index) => {
          const { numbers } = index === 0 ? a : b
          return parent.children.filter((child) => child.section === section).map((child) => numbers.get(child)!)
        })
        const both = new Set(orders[0]!.filter((child) => orders[1]!.includes(child)))
        const [from, to] = orders.map((order) => order.filter((child) => both.has(child)))
        if (from!.join() === to!.join()) continue
        const titles = to!.slice(0, maxListedNames).map((child) => `'${tell.title(b.parts.get(child)!)}'`)
        const more = to!.length > maxListedNames ? ` and ${to!.length - maxListedNames} more` : ''
        const sentence = `The ${section.entity.pluralLabel} of ${tell.part(owner)} stand in another order: ${titles.join(', ')}${more}.`
        const keysOf = (order: readonly number[], { parts }: AlignedVersion): readonly string[] =>
          order.map((child) => parts.get(child)!.key)
        yield {
          ...{ kind: 'moved', entity: section.entity.name, key: tell.key(owner) },
          ...{ from: keysOf(from!, a), to: keysOf(to!, b), sentence },
        }
      }
    }
  }
}
