// Focal points of cropped pictures as CSS classes. Server-rendered pages cannot use style attributes under their security policy.

/** Percent between two positions that have a class. The difference is visible only if a picture is much larger than its frame. */
const step = 5

const stepped = (percent: string): number => Math.round(Number.parseInt(percent, 10) / step) * step

/** The classes of a picture with the focal point, such as `30% 60%`. */
export function focusClasses(focus: string): string {
  const [left = '50%', top = '50%'] = focus.split(' ')
  return `focus x${stepped(left)} y${stepped(top)}`
}

const places = Array.from({ length: 100 / step + 1 }, (_, index) => index * step)

export const focusStyle = `.focus { object-position: var(--x) var(--y); }
${places.map((percent) => `.x${percent}{--x:${percent}%}.y${percent}{--y:${percent}%}`).join('')}
`
