// Loads the metrics collector at the first scrape. Request counting starts then.
import type { MetricsCollector, MetricSources } from './metric-sources.js'

export function createMetricsCollector(metered: MetricSources): MetricsCollector {
  let collector: Promise<MetricsCollector> | null = null
  return {
    async read() {
      collector ??= import('./prometheus-collector.js').then(({ createPrometheusCollector }) =>
        createPrometheusCollector(metered),
      )
      return (await collector).read()
    },
    stop() {
      void collector?.then((meter) => meter.stop())
    },
  }
}
