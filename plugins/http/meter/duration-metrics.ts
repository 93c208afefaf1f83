// Prometheus histograms for durations of statements, evaluations, tasks, mails and AI vendor calls.
import { Counter, Histogram, type Registry } from 'prom-client'
import type { TimedOperation } from '#core/surface.js'
import type { MetricSources } from './metric-sources.js'

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
export function getStatementVerb(sql: string): string {
  const verb = /^\s*([A-Z]+)/.exec(sql.slice(0, 40))?.[1] ?? ''
  return namedVerbs.has(verb) ? verb.toLowerCase() : 'other'
}

/** Returns a function that stops the measurement. */
export function timeStatements(registry: Registry, { service }: MetricSources): () => void {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'svc_database_statement_duration_seconds',
    help: 'Answered statements and commits by their first word, without the wait for a connection.',
    labelNames: ['verb'],
    ...{ buckets: buckets.statement, registers },
  })
  const repeated = new Counter({
    name: 'svc_database_units_repeated_total',
    help: 'Units that were run again, because others were at the same rows: deadlocks, lock timeouts, certification failures.',
    registers,
  })
  return service.app.context.database.watch({
    onStatementEnd: (sql, duration) => seconds.observe({ verb: getStatementVerb(sql) }, duration),
    onRetry: () => repeated.inc(),
  })
}

/** Returns a function that stops the measurement. */
export function timeOperations(registry: Registry, { service }: MetricSources): () => void {
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
    'Runs of recurring tasks in this process, by how they ended.',
    ['task', 'outcome'],
    buckets.task,
  )
  const mail = histogram(
    'svc_mail_duration_seconds',
    'Mails that this process has handed over, by how that ended.',
    ['outcome'],
    buckets.outside,
  )
  const call = histogram(
    'svc_advisor_call_duration_seconds',
    "Calls of the advisor's vendor to their last word, by how they ended.",
    ['model', 'outcome'],
    buckets.outside,
  )
  const word = histogram(
    'svc_advisor_first_word_duration_seconds',
    "What passes before the first word of the advisor's vendor.",
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
