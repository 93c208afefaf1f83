// Where a cropped picture keeps its focal point on pages that the server draws: the policy allows no style of an element, so by classes.

/** Percent between two places that have a class; a picture has to be a good deal larger than its frame before that is seen. */
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
