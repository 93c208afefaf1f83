// A line chart of a period and the one before it. Screen readers use the table that belongs to it.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'

interface TrendChartProps {
  /** The accessible name. */
  readonly label: string
  readonly values: readonly (number | null)[]
  readonly previous: readonly (number | null)[]
  /** The texts of the horizontal axis, one per value. */
  readonly labels: readonly string[]
  readonly format: (value: number) => string
  /** The text of the value under the pointer. */
  readonly describe: (index: number) => string
}

const height = 240

/** The colour of a custom property as the canvas understands it. */
function readColor(element: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Every `step`-th position, so labels do not overlap. */
function spread(count: number, width: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(2, Math.floor(width / 80))))
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % step === 0)
}

function createChart(element: HTMLElement, props: TrendChartProps, onPoint: (index: number | null) => void): UPlot {
  const { values, previous, labels, format } = props
  const [accent, quiet, line] = ['--accent', '--quiet', '--line'].map((name) => readColor(element, name)) as [
    string,
    string,
    string,
  ]
  const axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: '12px system-ui, sans-serif' }
  // The time axis runs from left to right in all languages, but each label is read in its own direction.
  const isolate = (text: string): string =>
    getComputedStyle(document.documentElement).direction === 'rtl' ? `\u2068${text}\u2069` : text
  const top = Math.max(0, ...[...values, ...previous].map((value) => value ?? 0))
  const lowest = Math.min(0, ...[...values, ...previous].map((value) => value ?? 0))
  const options: UPlot.Options = {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: { x: { time: false }, y: { range: () => [lowest * 1.1, top === 0 ? 1 : top * 1.1] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        splits: (chart) => [...spread(labels.length, chart.width)],
        values: (_chart, splits) => splits.map((index) => isolate(labels[index] ?? '')),
      },
      {
        ...axis,
        size: (_chart, texts) => 16 + 7 * Math.max(0, ...(texts ?? []).map((text) => text.length)),
        values: (_chart, splits) => splits.map((value) => isolate(format(value))),
      },
    ],
    series: [
      {},
      { stroke: quiet, width: 1.5, dash: [5, 4], points: { show: false } },
      {
        stroke: accent,
        width: 2.5,
        fill: accent.replace(/^rgba?\(([^)]+)\)$/, 'rgba($1, 0.1)'),
        points: { show: values.length < 2 },
      },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
  return new UPlot(options, [values.map((_, index) => index), [...previous], [...values]], element)
}

export function TrendChart(props: TrendChartProps): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const [point, setPoint] = useState<number | null>(null)
  const { label, describe, values, previous, labels, format } = props
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    let chart = createChart(element, { label, describe, values, previous, labels, format }, setPoint)
    const redraw = (): void => {
      chart.destroy()
      chart = createChart(element, { label, describe, values, previous, labels, format }, setPoint)
    }
    const resizing = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    resizing.observe(element)
    const theming = new MutationObserver(redraw)
    theming.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', redraw)
    return () => {
      resizing.disconnect()
      theming.disconnect()
      scheme.removeEventListener('change', redraw)
      chart.destroy()
    }
  }, [label, describe, values, previous, labels, format])
  return (
    <figure className="chart">
      <div ref={place} role="img" aria-label={label} />
      <figcaption aria-hidden="true">{point === null ? ' ' : describe(point)}</figcaption>
    </figure>
  )
}
