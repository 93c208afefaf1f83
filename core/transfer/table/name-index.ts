// Finds records that a spreadsheet references by title, internal name, article number or id.
import { didYouMean } from '../../foundation/nearest.js'

export interface RecordNames {
  readonly id: number
  /** In order of priority: a title precedes an internal name. */
  readonly names: readonly string[]
}

/** Programs store letters and accents together or apart, and may add blanks at the ends. */
const normalizeName = (name: string): string => name.normalize('NFC').trim()

export class NameIndex {
  private readonly byName: readonly ReadonlyMap<string, readonly number[]>[]
  private readonly titles: readonly string[]
  private readonly ids: ReadonlySet<number>

  constructor(list: readonly RecordNames[]) {
    const depth = Math.max(0, ...list.map(({ names }) => names.length))
    // Exact names first, then case-insensitive ones; within each, by priority of the names.
    const ways = [normalizeName, (name: string) => normalizeName(name).toLowerCase()]
    this.byName = ways.flatMap((way) =>
      Array.from({ length: depth }, (_, at) => {
        const idsByName = new Map<string, number[]>()
        for (const { id, names } of list) {
          const name = way(names[at] ?? '')
          if (name !== '') idsByName.set(name, [...(idsByName.get(name) ?? []), id])
        }
        return idsByName
      }),
    )
    this.titles = list.map(({ names }) => names[0] ?? '').filter((name) => name !== '')
    this.ids = new Set(list.map(({ id }) => id))
  }

  /** The id of the record with the name; else an error text to append to the place. */
  find(name: string): number | string {
    const normalized = normalizeName(name)
    for (const [at, idsByName] of this.byName.entries()) {
      const ids = idsByName.get(at < this.byName.length / 2 ? normalized : normalized.toLowerCase())
      if (ids?.length === 1) return ids[0]!
      if (ids) return `is the name of ${ids.length}, with the ids ${ids.join(', ')}; write the id instead.`
    }
    const id = Number(name)
    if (this.ids.has(id)) return id
    const few = this.titles.slice(0, 12).join(', ') + (this.titles.length > 12 ? ', …' : '')
    return `is unknown.${didYouMean(name, this.titles)} There are ${few}.`
  }
}
