// The contrast between two colours, as WCAG 2.2 defines it.

/** Minimum contrast of texts (WCAG 2.2, success criterion 1.4.3). */
export const minimumContrast = 4.5

/** The red, green and blue parts of a colour such as `#1f5c4d`, from 0 to 255. */
function parseColor(color: string): readonly [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function calculateLuminance(color: string): number {
  const [red, green, blue] = parseColor(color).map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** From 1 for equal colours to 21 for black on white. */
export function calculateContrast(first: string, second: string): number {
  const [lighter, darker] = [calculateLuminance(first), calculateLuminance(second)].sort((a, b) => b - a)
  return (lighter! + 0.05) / (darker! + 0.05)
}

const toHex = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** @param share of the second colour, from 0 to 1 */
export function mixColors(first: string, second: string, share: number): string {
  const [from, to] = [parseColor(first), parseColor(second)]
  return toHex(from.map((part, index) => part + (to[index]! - part) * share))
}

/** The colour, moved towards `goal` in small steps until it reaches the contrast to the background. */
export function reachContrast(color: string, background: string, goal: string, least = minimumContrast): string {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mixColors(color, goal, share)
    if (calculateContrast(candidate, background) >= least) return candidate
  }
  return goal
}
