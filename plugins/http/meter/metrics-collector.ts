// Loads the metrics collector at the first scrape. Request counting starts then.
import type { MetricsCollector, MetricSources } from './metric-sources.js'

export function createMetricsCollector(metered: MetricSources): MetricsCollector {
  let made: Promise<MetricsCollector> | null = null
  return {
    async read() {
      made ??= import('./prometheus-collector.js').then(({ createPrometheusCollector }) => createPrometheusCollector(metered))
      return (await made).read()
    },
    stop() {
      void made?.then((meter) => meter.stop())
    },
  }
}
