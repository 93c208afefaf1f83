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
    let at = path
    for (let step = 0; at !== '' && step < mostSteps; step++) {
      const line = this.lines.get(at)
      if (line !== undefined) return line
      at = at.slice(0, Math.max(0, at.lastIndexOf('.'), at.lastIndexOf('[')))
    }
    return 1
  }
}

/** A path has fewer parts, unless somebody makes keys of dots. */
const mostSteps = 200

/** `pages[0].questions` and `width` to one path. */
export function joinPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}
