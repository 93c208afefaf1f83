// Focal points of cropped pictures as CSS classes. Server-rendered pages cannot use style attributes under their security policy.

/** Percent between two positions that have a class. The difference is visible only if a picture is much larger than its frame. */
const percentStep = 5

const roundToPercentStep = (percent: string): number => Math.round(Number.parseInt(percent, 10) / percentStep) * percentStep

/** The classes of a picture with the focal point, such as `30% 60%`. */
export function formatFocusClasses(focus: string): string {
  const [horizontal = '50%', top = '50%'] = focus.split(' ')
  return `focus x${roundToPercentStep(horizontal)} y${roundToPercentStep(top)}`
}

const focusPositions = Array.from({ length: 100 / percentStep + 1 }, (_, index) => index * percentStep)

export const focalPointStyle = `.focus { object-position: var(--x) var(--y); }
${focusPositions.map((percent) => `.x${percent}{--x:${percent}%}.y${percent}{--y:${percent}%}`).join('')}
`
