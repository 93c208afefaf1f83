// Where a text says what: the line of each path, and how numbers and the like are spelled there.

/** What a text says, and where it says it. */
export interface ReadText {
  readonly value: unknown
  readonly places: TextPlaces
}

/** The lines of a text by path, `pages[0].title`, and how numbers and the like were spelled there. */
export class TextPlaces {
  readonly lines = new Map<string, number>()
  readonly sources = new Map<string, string>()

  /** The line of the place, or of what surrounds it; 1 for the whole. */
  lineOf(path: string): number {
    for (let at = path; at !== ''; at = at.replace(/(\.?[^.[\]]+|\[\d+\])$/, '')) {
      const line = this.lines.get(at)
      if (line !== undefined) return line
    }
    return 1
  }
}

/** `pages[0].questions` and `width` to one path. */
export function joined(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}
