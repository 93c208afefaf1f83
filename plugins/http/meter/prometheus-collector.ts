// Collects the Prometheus metrics of the service: process, requests, database, queues, tasks and business.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { countUnindexedRecords, listLastRuns, readBackupState, type TimedOperation, serviceState } from '#core/surface.js'
import type { MetricsCollector, MetricSources } from './metric-sources.js'

/** Seconds: from a cached page to the point where a user gives up. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Process metrics. Created once, because they install hooks in the process. */
let processRegistry: Registry | null = null

function getProcessRegistry(): Registry {
  if (processRegistry === null) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  return processRegistry
}

/** Seconds. */
const buckets = {
  /** From a cached row to a statement that blocks others. */
  statement: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
  engine: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
  /** From an empty poll to a large backup. */
  task: [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600],
  /** Response times of external systems. */
  outside: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
}

const namedVerbs = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'COMMIT'])

/** The first word of a statement in lower case; `other` for rare ones. */
function getStatementVerb(sql: string): string {
  const verb = /^\s*([A-Z]+)/.exec(sql.slice(0, 40))?.[1] ?? ''
  return namedVerbs.has(verb) ? verb.toLowerCase() : 'other'
}

/** Returns a function that stops the measurement. */
function timeStatements(registry: Registry, { service }: MetricSources): () => void {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'svc_database_statement_duration_seconds',
    help: 'Duration of statements and commits by their first word, without the time to get a connection.',
    labelNames: ['verb'],
    buckets: buckets.statement,
    registers,
  })
  const repeated = new Counter({
    name: 'svc_database_units_repeated_total',
    help: 'Units of work repeated because of conflicts: deadlocks, lock timeouts, certification failures.',
    registers,
  })
  return service.app.context.database.watch({
    onStatementEnd: (sql, duration) => seconds.observe({ verb: getStatementVerb(sql) }, duration),
    onRetry: () => repeated.inc(),
  })
}

/** Returns a function that stops the measurement. */
function timeOperations(registry: Registry, { service }: MetricSources): () => void {
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[], of: number[]) =>
    new Histogram<Label>({ name, help, labelNames, buckets: of, registers: [registry] })
  const engine = histogram(
    'svc_engine_duration_seconds',
    'Evaluations of products: compile, start, resume or change.',
    ['work'],
    buckets.engine,
  )
  const task = histogram(
    'svc_task_duration_seconds',
    'Runs of scheduled tasks in this process, by result.',
    ['task', 'outcome'],
    buckets.task,
  )
  const mail = histogram('svc_mail_duration_seconds', 'Mails sent by this process, by result.', ['outcome'], buckets.outside)
  const call = histogram(
    'svc_advisor_call_duration_seconds',
    "Duration of complete calls of the advisor's vendor, by result.",
    ['model', 'outcome'],
    buckets.outside,
  )
  const word = histogram(
    'svc_advisor_first_word_duration_seconds',
    "Time until the first output of the advisor's vendor.",
    ['model'],
    buckets.outside,
  )
  const outcomeOf = (succeeded: boolean): string => (succeeded ? 'succeeded' : 'failed')
  const observe: Readonly<Record<TimedOperation, (which: string, seconds: number, succeeded: boolean) => void>> = {
    engine: (work, seconds) => engine.observe({ work }, seconds),
    task: (name, seconds, succeeded) => task.observe({ task: name, outcome: outcomeOf(succeeded) }, seconds),
    mail: (_which, seconds, succeeded) => mail.observe({ outcome: outcomeOf(succeeded) }, seconds),
    vendor: (model, seconds, succeeded) => call.observe({ model, outcome: outcomeOf(succeeded) }, seconds),
    'first-word': (model, seconds) => word.observe({ model }, seconds),
  }
  return service.app.context.timings.watch((operation, which, seconds, succeeded) =>
    observe[operation](which, seconds, succeeded),
  )
}

/** Starts counting. `read` returns the metrics collected since then. */
export function createPrometheusCollector(metered: MetricSources): MetricsCollector {
  const registry = new Registry()
  const ends = [countRequests, countStatements, timeStatements, timeOperations].map((begin) => begin(registry, metered))
  countEvents(registry, metered)
  countCaches(registry, metered)
  const refresh = createStateReader(registry, metered)
  const all = Registry.merge([getProcessRegistry(), registry])
  return {
    async read() {
      await refresh()
      return all.metrics()
    },
    stop() {
      for (const end of ends) end()
      registry.clear()
    },
  }
}

function countRequests(registry: Registry, { watch }: MetricSources): () => void {
  const seconds = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Duration of requests by method, route and status, from the headers of the request to the end of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers: [registry],
  })
  const inFlight = new Gauge({
    name: 'svc_http_requests_in_flight',
    help: 'Requests in progress.',
    registers: [registry],
    collect() {
      inFlight.set(watch.inFlight)
    },
  })
  return watch.add({
    finishRequest({ method, route, status, seconds: duration }) {
      seconds.observe({ method, route: route || 'none', status: String(status) }, duration)
    },
  })
}

function countStatements(registry: Registry, { service }: MetricSources): () => void {
  const { database } = service.app.context
  const statements = new Counter({
    name: 'svc_database_statements_total',
    help: 'Statements sent to the database, by their first word.',
    labelNames: ['verb'],
    registers: [registry],
  })
  const connections = new Gauge({
    name: 'svc_database_connections',
    help: 'Connections to the database by state: open, busy, and waiting requests (for a connection or the write lock).',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(database.driver.load())) connections.set({ state }, count)
    },
  })
  return database.observe((sql) => statements.inc({ verb: getStatementVerb(sql) }))
}

function countEvents(registry: Registry, { eventCounter }: MetricSources): void {
  const events = new Counter({
    name: 'svc_events_total',
    help: 'Events in the shop since this process started, by name.',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      events.reset()
      for (const [event, count] of eventCounter.counts) events.inc({ event }, count)
    },
  })
}

function countCaches(registry: Registry, { service }: MetricSources): void {
  const { caches } = service.app.context
  const values = new Gauge({
    name: 'svc_cache_values',
    help: 'Entries in a cache of this process.',
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      for (const [cache, { size }] of caches.list()) values.set({ cache }, size)
    },
  })
  const requestCounter = new Counter({
    name: 'svc_cache_requests_total',
    help: 'Lookups in a cache since this process started: hits and misses.',
    labelNames: ['cache', 'outcome'],
    registers: [registry],
    collect() {
      requestCounter.reset()
      for (const [cache, { asked: counts }] of caches.list()) {
        for (const [outcome, count] of Object.entries(counts)) requestCounter.inc({ cache, outcome }, count)
      }
    },
  })
}

/** Reads gauges from the database with a few short statements per scrape. */
function createStateReader(registry: Registry, { service }: MetricSources): () => Promise<void> {
  const { app } = service
  const { database } = app.context
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers: [registry] })

  gauge('svc_info', 'Always 1. The labels contain the running versions.', ['version', 'host', 'database', 'node']).set(
    { version: serviceState.getCoreVersion(), host: app.host.name, database: database.dialect.name, node: process.versions.node },
    1,
  )
  const up = gauge('svc_database_up', '1 if the database answered, else 0. If 0, metrics from the database are missing or 0.')
  const mails = gauge('svc_mails', 'Mails in the queue: waiting, or failed and not retried.', ['state'])
  const oldest = gauge('svc_mail_oldest_seconds', 'Age of the oldest waiting mail. 0 if there is none.')
  const runs = gauge('svc_task_last_run_timestamp_seconds', 'Time of the last run of a scheduled task, in any process.', ['task'])
  const waiting = gauge('svc_texts_waiting', 'Records whose texts are not indexed yet. Each search reads them.', ['entity'])
  const pending = gauge('svc_migrations_pending', 'Pending migrations.')
  const frozen = gauge('svc_migrations_frozen', '1 where a migration failed and a person must look, else 0.')
  const fleeting: Gauge[] = [mails, oldest, runs, waiting, pending, frozen]
  const backup =
    app.context.backups.store === null
      ? null
      : gauge('svc_backup_last_success_timestamp_seconds', 'Time of the last scheduled backup. 0 before the first one.')

  return async () => {
    for (const metric of fleeting) metric.reset()
    try {
      const [queue, last, state, backups, texts] = await Promise.all([
        serviceState.countQueuedMails(database),
        listLastRuns(database),
        app.operations.migrations.state(),
        readBackupState(database),
        countUnindexedRecords(app.context),
      ])
      up.set(1)
      mails.set({ state: 'waiting' }, queue.waiting)
      mails.set({ state: 'given_up' }, queue.givenUp)
      oldest.set(queue.oldest === null ? 0 : Math.max(0, app.context.clock.now() - queue.oldest) / 1000)
      for (const [task, milliseconds] of last) runs.set({ task }, milliseconds / 1000)
      for (const [entity, count] of texts) waiting.set({ entity }, count)
      pending.set(state.tracks.reduce((sum, track) => sum + track.pending.length, 0))
      frozen.set(state.failure ? 1 : 0)
      backup?.set((backups.made ?? 0) / 1000)
    } catch {
      up.set(0)
    }
  }
}
