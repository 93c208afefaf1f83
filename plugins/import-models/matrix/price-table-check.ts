// Reports suspicious price tables: missing prices, prices that fall as sizes rise, unordered coordinates.
import type { FileFindings } from 'product-configurator-service'
import { formatCoordinates } from './interpret.js'
import type { LookupChoice, PriceTable } from './define.js'

const numberPattern = /^[\d.,]+$/

/** Maximum number of coordinates listed in one message. */
const maxListedCoordinates = 10

function formatCoordinateList(places: readonly string[], count: number): string {
  return `${places.join('; ')}${count > places.length ? ` and ${count - places.length} more` : ''}`
}

function checkMissingPrices({ axes, cells }: PriceTable, lookup: LookupChoice, findings: FileFindings): void {
  const whole = axes.reduce((count, { labels }) => count * labels.length, 1)
  const count = whole - cells.length
  if (count === 0) return
  const pricedPlaces = new Set(cells.map(({ at }) => at.join(' ')))
  const places: string[] = []
  const at = axes.map(() => 0)
  for (let placeIndex = 0; placeIndex < whole && places.length < maxListedCoordinates; placeIndex++) {
    if (!pricedPlaces.has(at.join(' '))) places.push(formatCoordinates(axes, at))
    for (let axis = axes.length - 1; axis >= 0; axis--) {
      at[axis]!++
      if (at[axis]! < axes[axis]!.labels.length) break
      at[axis] = 0
    }
  }
  const isBetween = lookup !== 'exact' && axes.some(({ kind, hasRanges }) => kind === 'number' && !hasRanges)
  const consequence = isBetween
    ? `Each costs what the ${lookup === 'nextHigher' ? 'next higher' : 'next lower'} place with a price costs, and cannot be ordered where there is none.`
    : 'They cannot be ordered.'
  findings.warning('holes', `${count} of ${whole} places have no price: ${formatCoordinateList(places, count)}. ${consequence}`)
}

/** Reports names without any price, and numbers that were read as names. */
function checkAxisNames({ axes, cells }: PriceTable, findings: FileFindings): void {
  for (const [axis, { title, kind, labels }] of axes.entries()) {
    if (kind !== 'choice') continue
    const priced = new Set(cells.map(({ at }) => at[axis]))
    const without = labels.filter((_, index) => !priced.has(index)).map((label) => `'${label}'`)
    if (without.length > 0)
      findings.warning(
        'without-price',
        `No price stands beside ${formatCoordinateList(without.slice(0, maxListedCoordinates), without.length)} of '${title}', so it is not published.`,
      )
    const words = labels.filter((label) => !numberPattern.test(label)).map((label) => `'${label}'`)
    if (words.length > 0 && words.length < labels.length)
      findings.warning(
        'mixed-names',
        `'${title}' has numbers beside ${formatCoordinateList(words.slice(0, maxListedCoordinates), words.length)}: all are taken as names, and nothing lies between them.`,
      )
  }
}

/** Compares neighboring prices along each numeric axis. */
function checkFallingPrices({ axes, cells }: PriceTable, findings: FileFindings): void {
  for (const [axis, { kind, labels }] of axes.entries()) {
    if (kind !== 'number') continue
    const lines = new Map<string, (typeof cells)[number][]>()
    for (const cell of cells) {
      const key = cell.at.map((coordinate, index) => (index === axis ? '' : coordinate)).join(' ')
      const line = lines.get(key) ?? []
      lines.set(key, line)
      line.push(cell)
    }
    const places: string[] = []
    let count = 0
    for (const line of lines.values()) {
      line.sort((a, b) => Number(labels[a.at[axis]!]) - Number(labels[b.at[axis]!]))
      for (const [index, cell] of line.entries()) {
        const before = line[index - 1]
        if (!before || Number(cell.price) >= Number(before.price)) continue
        count++
        if (places.length < maxListedCoordinates)
          places.push(`${formatCoordinates(axes, cell.at)} costs ${cell.price} after ${before.price}`)
      }
    }
    if (count > 0)
      findings.warning(
        'falling-prices',
        `Prices fall where '${axes[axis]!.title}' rises: ${formatCoordinateList(places, count)}.`,
      )
    const numbers = labels.map(Number)
    if (numbers.some((number, index) => index > 0 && number < numbers[index - 1]!))
      findings.notice('order', `The coordinates of '${axes[axis]!.title}' do not rise in the file; in the product they do.`)
  }
}

export function checkPriceTable(table: PriceTable, lookup: LookupChoice, findings: FileFindings): void {
  checkMissingPrices(table, lookup, findings)
  checkAxisNames(table, findings)
  checkFallingPrices(table, findings)
}
