// Prints measurements as a table of medians and their ratio to a baseline.

export interface Measure {
  readonly name: string
  readonly unit: string
  readonly ours: readonly number[]
  /** The same work done by the baseline, in the same run. */
  readonly baseline?: readonly number[]
  /** What the ratio should be at most, for orientation. */
  readonly goal?: number
  /** The same for what should be large: what the ratio should be at least. */
  readonly least?: number
  /** What our own figure should be at most. */
  readonly most?: number
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

/** One row a measure: our median, the baseline's, ours / baseline, the goal: of the ratio, or with its unit of our own figure. */
export function printReport(title: string, measures: readonly Measure[]): void {
  const header = ['measure', 'unit', 'ours', 'baseline', 'ratio', 'goal']
  const rows = measures.map(({ name, unit, ours, baseline, goal, least, most }) => {
    const own = median(ours)
    const other = baseline && median(baseline)
    return [
      name,
      unit,
      figure(own),
      other === undefined ? '' : figure(other),
      other === undefined ? '' : (own / other).toFixed(2),
      goal !== undefined ? `≤ ${goal}` : most !== undefined ? `${most} ${unit}`.trim() : least === undefined ? '' : `≥ ${least}`,
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
