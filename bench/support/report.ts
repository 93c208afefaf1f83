// Prints measurements as a table of medians and their ratio to a baseline.

export interface ReportedMeasure {
  readonly name: string
  readonly unit: string
  readonly ours: readonly number[]
  /** The same work by the baseline, in the same run. */
  readonly baseline?: readonly number[]
  /** Maximum ratio, for orientation. */
  readonly goal?: number
  /** Minimum ratio, for measures where larger is better. */
  readonly least?: number
  /** Maximum value of our own measure. */
  readonly most?: number
}

export function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const formatNumber = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

/** Prints one row per measure: our median, the baseline's, the ratio, and the goal for the ratio or, with its unit, for our own value. */
export function printReport(title: string, measures: readonly ReportedMeasure[]): void {
  const header = ['measure', 'unit', 'ours', 'baseline', 'ratio', 'goal']
  const rows = measures.map(({ name, unit, ours, baseline, goal, least, most: maximum }) => {
    const own = computeMedian(ours)
    const other = baseline && computeMedian(baseline)
    return [
      name,
      unit,
      formatNumber(own),
      other === undefined ? '' : formatNumber(other),
      other === undefined ? '' : (own / other).toFixed(2),
      goal !== undefined
        ? `≤ ${goal}`
        : maximum !== undefined
          ? `${maximum} ${unit}`.trim()
          : least === undefined
            ? ''
            : `≥ ${least}`,
    ]
  })
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]!.length)))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  process.stdout.write(`${[title, line(header), ...rows.map(line), ''].join('\n')}\n`)
}
